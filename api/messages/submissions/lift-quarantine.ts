import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';

/**
 * Lifts the quarantine of the submission that matches a condition and releases its unsent mails, in one transaction.
 * Returns the number of mails, or null where no submission matches. Proofs of work have no effect afterwards. `before`
 * runs inside the transaction, before the mails are released.
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
