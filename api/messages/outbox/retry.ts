import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';

/**
 * Makes a mail due now with no attempts counted: the mail with this id, or all dead letters. Sent and held mails are
 * left alone. Returns how many mails are due now.
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
