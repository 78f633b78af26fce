import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { makeReference } from './reference.ts';

export type NewSubmission = Omit<typeof submissions.$inferInsert, 'id' | 'reference' | 'bodySha256' | 'createdAt'>;
export type Mail = Pick<typeof outbox.$inferInsert, 'recipient' | 'replyTo' | 'subject' | 'body'>;

/** What the sender sent, for telling a repetition from another message under the same key. */
function digest(submission: NewSubmission): string {
  return createHash('sha256').update(JSON.stringify(submission)).digest('hex');
}

/**
 * Stores a submission and the mails about it in one transaction and answers its reference. The same key with the same
 * content answers the same reference and stores nothing; with other content it is `unprocessable`.
 */
export async function storeSubmission(
  { db }: Context,
  submission: NewSubmission,
  mailsFor: (reference: string) => Mail[],
): Promise<{ reference: string; isNew: boolean }> {
  const bodySha256 = digest(submission);
  return db.transaction(async (tx) => {
    const reference = makeReference();
    const [stored] = await tx
      .insert(submissions)
      .values({ ...submission, reference, bodySha256 })
      .onConflictDoNothing({ target: submissions.idempotencyKey })
      .returning({ id: submissions.id });
    if (stored) {
      await tx.insert(outbox).values(mailsFor(reference).map((mail) => ({ ...mail, submissionId: stored.id })));
      return { reference, isNew: true };
    }
    const [before] = await tx
      .select()
      .from(submissions)
      .where(eq(submissions.idempotencyKey, submission.idempotencyKey));
    if (before?.bodySha256 !== bodySha256) {
      throw new ApiError(
        'unprocessable',
        'This form was sent before with other content. Reload the page to send a new message.',
      );
    }
    return { reference: before.reference, isNew: false };
  });
}
