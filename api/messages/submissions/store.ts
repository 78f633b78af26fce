import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { hashFormFiles } from '../files/link.ts';
import { hasValidProof } from './challenge.ts';
import { countStoredSubmission, refuseBlockedNetwork } from './count-stored.ts';
import { createReference } from './reference.ts';
import { assessSubmission, type GuardSignals, type Suspicion } from './suspicion.ts';
import { checkTotalLimits } from './total-limits.ts';

export type NewSubmission = Omit<
  typeof submissions.$inferInsert,
  'id' | 'reference' | 'bodySha256' | 'createdAt' | 'quarantinedFor' | 'provable' | 'textSha256'
>;
export type StoredSubmission = Pick<typeof submissions.$inferSelect, 'id' | 'reference'>;
export type NewMail = Pick<
  typeof outbox.$inferInsert,
  'recipient' | 'replyTo' | 'subject' | 'body' | 'dueAt' | 'calendar' | 'calendarMethod' | 'isReminder'
>;

/** A form as received. */
type FormSubmission = { key: string; files?: string | undefined; proof?: string | undefined } & GuardSignals;

const notSuspicious: Suspicion = { quarantinedFor: null, provable: false, textSha256: null };

/**
 * Hashes the content of a form, to tell a repeated request from a new message under the same key. The fill time and the
 * proof are left out, because they differ between attempts.
 */
async function hashForm(
  ctx: Context,
  { fillTime: _measured, proof: _work, files, ...sent }: FormSubmission,
): Promise<string> {
  const content = { ...sent, files: await hashFormFiles(ctx, files) };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Returns the reference stored under a key, or null. `unprocessable` where the stored content differs. */
async function findStoredReference({ db }: Context, key: string, bodySha256: string): Promise<string | null> {
  const [before] = await db.select().from(submissions).where(eq(submissions.idempotencyKey, key));
  if (before && before.bodySha256 !== bodySha256)
    throw new ApiError(
      'unprocessable',
      'This form was already sent with different content. Reload the page to send a new message.',
    );
  return before?.reference ?? null;
}

/**
 * Stores a submission with its mails in one transaction and returns its reference. `complete` runs inside the
 * transaction, stores related rows (a booking, links of files) and returns the mails. An error in `complete` rolls
 * everything back.
 *
 * A repeated key with the same content returns the same reference and stores nothing; with other content
 * `unprocessable`. A new submission counts towards the limits of the caller's networks and of the site:
 * `too_many_requests` above them. A suspicious submission is stored in quarantine with its mails held, and answered
 * like any other. What a person of the company stores for a caller counts towards no limit and is never suspicious.
 */
export async function storeSubmission(
  ctx: Context,
  { sent, caller, isFromStaff = false }: { sent: FormSubmission; caller: Caller; isFromStaff?: boolean },
  submission: NewSubmission,
  complete: (tx: Context, stored: StoredSubmission) => Promise<NewMail[]>,
): Promise<string> {
  const bodySha256 = await hashForm(ctx, sent);
  const counted = { key: sent.key, isProven: await hasValidProof(ctx, sent), caller };
  return ctx.db.transaction(async (tx) => {
    const txCtx = { db: tx };
    const before = await findStoredReference(txCtx, sent.key, bodySha256);
    if (before) return before;
    const assess = async () => {
      await refuseBlockedNetwork(txCtx, counted);
      const isAboveTotal = await checkTotalLimits(txCtx, counted);
      return assessSubmission(txCtx, { ...sent, isAboveTotal }, submission);
    };
    const suspicion = isFromStaff ? notSuspicious : await assess();
    const [stored] = await tx
      .insert(submissions)
      .values({ ...submission, ...suspicion, reference: createReference(), bodySha256 })
      .onConflictDoNothing({ target: submissions.idempotencyKey })
      .returning({ id: submissions.id, reference: submissions.reference });
    if (!stored) {
      // A concurrent request stored the same form first.
      const other = await findStoredReference(txCtx, sent.key, bodySha256);
      if (!other) throw new ApiError('unavailable', 'This form is being stored. Please send it again.');
      return other;
    }
    if (!isFromStaff) await countStoredSubmission(txCtx, counted);
    const mails = await complete(txCtx, stored);
    const held = suspicion.quarantinedFor !== null;
    if (mails.length > 0)
      await tx.insert(outbox).values(mails.map((mail) => ({ ...mail, held, submissionId: stored.id })));
    return stored.reference;
  });
}
