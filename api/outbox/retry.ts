import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';

/**
 * Makes a mail due now with all its tries before it: the one with this id, given up or waiting, or all that were given up.
 * One that was sent, or is held back, is left alone. Answers how many are due now.
 */
export async function retryMails({ db }: Context, which: number | 'all-dead'): Promise<number> {
  const { rowCount } = await db
    .update(outbox)
    .set({ deadAt: null, attempts: 0, dueAt: sql`now()` })
    .where(
      and(
        isNull(outbox.sentAt),
        eq(outbox.held, false),
        which === 'all-dead' ? isNotNull(outbox.deadAt) : eq(outbox.id, which),
      ),
    );
  return rowCount ?? 0;
}
