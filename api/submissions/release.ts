import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';

/**
 * Lifts the quarantine of a submission and lets its mails go, in one transaction; `only` narrows when. Answers whether
 * there was one to lift.
 */
export async function releaseSubmission({ db }: Context, reference: string, only?: SQL): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [released] = await tx
      .update(submissions)
      .set({ quarantinedFor: null, provable: false })
      .where(and(eq(submissions.reference, reference), isNotNull(submissions.quarantinedFor), only))
      .returning({ id: submissions.id });
    if (!released) return false;
    await tx.update(outbox).set({ held: false }).where(eq(outbox.submissionId, released.id));
    return true;
  });
}
