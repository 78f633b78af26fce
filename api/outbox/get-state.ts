import { isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';
import { isWaiting } from './waiting.ts';

export interface OutboxState {
  /** Mails still to be sent, now or later. */
  waiting: number;
  /** Seconds for which the oldest of those has been due; 0 where none is. */
  oldestDueSeconds: number;
  /** Given up; a person has to look. */
  dead: number;
  /** Kept back with a suspicious submission. */
  held: number;
}

/** How the outbox stands. */
export async function getOutboxState({ db }: Context): Promise<OutboxState> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [state] = await db
    .select({
      waiting: count(isWaiting),
      oldestDueSeconds:
        sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${outbox.dueAt}) filter (where ${isWaiting})), 0))`.mapWith(
          (seconds) => Math.round(Number(seconds)),
        ),
      dead: count(sql`${outbox.deadAt} is not null`),
      held: count(sql`${outbox.held} and ${outbox.deadAt} is null`),
    })
    .from(outbox)
    .where(isNull(outbox.sentAt));
  return state ?? { waiting: 0, oldestDueSeconds: 0, dead: 0, held: 0 };
}
