import { isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { isMailWaitingSql } from './is-mail-waiting.ts';

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

/** Returns the state of the outbox. */
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
