import { isNull, sql } from 'drizzle-orm';
import type { MailState } from '../../../contract/studio/mail-states.ts';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import type { QueuedMail } from './delivery.ts';

/** Condition: the mail is unsent and not held. The index `outbox_due` has the same condition. */
export const isMailWaitingSql = sql`${outbox.sentAt} is null and ${outbox.deadAt} is null and not ${outbox.held}`;

/**
 * Condition: a person wrote the mail. Such a mail is sent by `deliver-answer.ts`: alone, at once and at most once. The
 * index `outbox_answers_due` has both conditions.
 */
export const isAnswerSql = sql`${outbox.fromName} is not null`;

export interface OutboxState {
  /** Mails still to be sent, now or later. */
  waiting: number;
  /** Seconds since the oldest unsent mail became due; 0 without one. */
  oldestDueSeconds: number;
  /** Dead letters; an operator has to act. */
  dead: number;
  /** Unsent mails that are held with a submission in quarantine, or after a restore. */
  held: number;
}

export async function getOutboxState({ db }: Context): Promise<OutboxState> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [state] = await db
    .select({
      waiting: count(isMailWaitingSql),
      oldestDueSeconds:
        sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${outbox.dueAt}) filter (where ${isMailWaitingSql})), 0))`.mapWith(
          (seconds) => Math.round(Number(seconds)),
        ),
      dead: count(sql`${outbox.deadAt} is not null`),
      held: count(sql`${outbox.held} and ${outbox.deadAt} is null`),
    })
    .from(outbox)
    .where(isNull(outbox.sentAt));
  return state ?? { waiting: 0, oldestDueSeconds: 0, dead: 0, held: 0 };
}

type Facts = Pick<
  QueuedMail,
  'sentAt' | 'deadAt' | 'held' | 'handedOverAt' | 'postponed' | 'lastError' | 'undeliveredAt'
>;

export function getMailState({
  sentAt,
  undeliveredAt,
  deadAt,
  held,
  handedOverAt,
  postponed,
  lastError,
}: Facts): MailState {
  if (sentAt) return undeliveredAt ? 'UNDELIVERED' : 'SENT';
  if (deadAt) return handedOverAt ? 'UNCERTAIN' : 'GIVEN_UP';
  if (held) return 'HELD';
  if (postponed) return 'POSTPONED';
  return lastError ? 'RETRYING' : 'WAITING';
}
