import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Caller, Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { identifyFiles } from '../files/identify.ts';
import { hasProof } from './challenge.ts';
import { countStored, refuseAgain } from './count-stored.ts';
import { makeReference } from './reference.ts';
import { type GuardSignals, suspect } from './suspicion.ts';

export type NewSubmission = Omit<
  typeof submissions.$inferInsert,
  'id' | 'reference' | 'bodySha256' | 'createdAt' | 'quarantinedFor' | 'provable' | 'textSha256'
>;
export type StoredSubmission = Pick<typeof submissions.$inferSelect, 'id' | 'reference'>;
export type Mail = Pick<
  typeof outbox.$inferInsert,
  'recipient' | 'replyTo' | 'subject' | 'body' | 'dueAt' | 'calendar' | 'calendarMethod' | 'isReminder'
>;

/** A form as it came. */
type Sent = { key: string; files?: string | undefined; proof?: string | undefined } & GuardSignals;

/** What the sender sent, for telling a repetition from another message under the same key; a second try takes longer. */
async function digest(ctx: Context, { fillTime: _measured, proof: _work, files, ...sent }: Sent): Promise<string> {
  const content = { ...sent, files: await identifyFiles(ctx, files) };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Returns the reference of the form that was stored under a key; null where none was, `unprocessable` for other content. */
async function findSent({ db }: Context, key: string, bodySha256: string): Promise<string | null> {
  const [before] = await db.select().from(submissions).where(eq(submissions.idempotencyKey, key));
  if (before && before.bodySha256 !== bodySha256)
    throw new ApiError(
      'unprocessable',
      'This form was sent before with other content. Reload the page to send a new message.',
    );
  return before?.reference ?? null;
}

/**
 * Stores a submission in one transaction with all that belongs to it and the mails about it; answers its reference.
 * `complete` runs inside that transaction, stores what else belongs (a booking, links of files) and answers the mails; what
 * it throws leaves nothing stored. `sent` is the form as it came: the same key with the same content answers the same
 * reference and stores nothing; with other content it is `unprocessable`. What is stored counts for the caller's network,
 * `too_many_requests` where that stored too many. What looks suspicious is stored as quarantined,
 * its mails held, and answered like any other.
 */
export async function storeSubmission(
  ctx: Context,
  { sent, caller }: { sent: Sent; caller: Caller },
  submission: NewSubmission,
  complete: (tx: Context, stored: StoredSubmission) => Promise<Mail[]>,
): Promise<string> {
  const bodySha256 = await digest(ctx, sent);
  const counted = { key: sent.key, isProven: await hasProof(ctx, sent), caller };
  return ctx.db.transaction(async (tx) => {
    const inside = { db: tx };
    const before = await findSent(inside, sent.key, bodySha256);
    if (before) return before;
    await refuseAgain(inside, counted);
    const suspicion = await suspect(inside, sent, submission);
    const [stored] = await tx
      .insert(submissions)
      .values({ ...submission, ...suspicion, reference: makeReference(), bodySha256 })
      .onConflictDoNothing({ target: submissions.idempotencyKey })
      .returning({ id: submissions.id, reference: submissions.reference });
    if (!stored) {
      // The same form came at the same time.
      const other = await findSent(inside, sent.key, bodySha256);
      if (!other) throw new ApiError('unavailable', 'This form is being stored. Please send it again.');
      return other;
    }
    await countStored(inside, counted);
    const mails = await complete(inside, stored);
    const held = suspicion.quarantinedFor !== null;
    if (mails.length > 0)
      await tx.insert(outbox).values(mails.map((mail) => ({ ...mail, held, submissionId: stored.id })));
    return stored.reference;
  });
}
