import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';

/**
 * Lifts the quarantine of the submission that a condition names and lets its unsent mails go, in one transaction. Returns
 * how many mails, or null where the condition names no submission. A proof of work lifts nothing any more afterwards.
 * `before` runs inside the transaction, while the mails still wait.
 */
export async function liftQuarantine(
  { db }: Context,
  which: SQL | undefined,
  before?: (tx: Context, submissionId: number) => Promise<void>,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const [released] = await tx
      .update(submissions)
      .set({ quarantinedFor: null, provable: false })
      .where(which)
      .returning({ id: submissions.id });
    if (!released) return null;
    await before?.({ db: tx }, released.id);
    const { rowCount } = await tx
      .update(outbox)
      .set({ held: false })
      .where(and(eq(outbox.submissionId, released.id), isNull(outbox.sentAt), eq(outbox.held, true)));
    return rowCount ?? 0;
  });
}
