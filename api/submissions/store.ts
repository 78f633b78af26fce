import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { makeReference } from './reference.ts';

export type NewSubmission = Omit<typeof submissions.$inferInsert, 'id' | 'reference' | 'bodySha256' | 'createdAt'>;
export type StoredSubmission = Pick<typeof submissions.$inferSelect, 'id' | 'reference'>;
export type Mail = Pick<
  typeof outbox.$inferInsert,
  'recipient' | 'replyTo' | 'subject' | 'body' | 'dueAt' | 'calendar' | 'calendarMethod' | 'isReminder'
>;

/** What the sender sent, for telling a repetition from another message under the same key. */
function digest(sent: unknown): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex');
}

/**
 * Stores a submission in one transaction with all that belongs to it and the mails about it; answers its reference.
 * `complete` runs inside that transaction, stores what else belongs (a booking, links of files) and answers the mails; what
 * it throws leaves nothing stored. `sent` is the form as it came: the same key with the same content answers the same
 * reference and stores nothing; with other content it is `unprocessable`.
 */
export async function storeSubmission(
  { db }: Context,
  sent: { key: string },
  submission: NewSubmission,
  complete: (tx: Context, stored: StoredSubmission) => Promise<Mail[]>,
): Promise<string> {
  const bodySha256 = digest(sent);
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(submissions)
      .values({ ...submission, reference: makeReference(), bodySha256 })
      .onConflictDoNothing({ target: submissions.idempotencyKey })
      .returning({ id: submissions.id, reference: submissions.reference });
    if (stored) {
      const mails = await complete({ db: tx }, stored);
      if (mails.length > 0) await tx.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId: stored.id })));
      return stored.reference;
    }
    const [before] = await tx.select().from(submissions).where(eq(submissions.idempotencyKey, sent.key));
    if (before?.bodySha256 !== bodySha256) {
      throw new ApiError(
        'unprocessable',
        'This form was sent before with other content. Reload the page to send a new message.',
      );
    }
    return before.reference;
  });
}
