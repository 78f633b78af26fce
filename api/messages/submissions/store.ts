import { createHash, randomInt } from 'node:crypto';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { getSourcePath } from '../../../contract/forms/field-limits.ts';
import type { Sender } from '../../../contract/forms/form-fields.ts';
import { getMessagePath } from '../../../contract/studio/paths.ts';
import type { ChosenWebhookEvent } from '../../../contract/studio/webhook-events.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { consultations, outbox, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordWebhookEvent } from '../../webhooks/index.ts';
import { hashFormFiles } from '../files/link.ts';
import { hasValidProof } from './challenge.ts';
import { checkTotalLimits, countStoredSubmission, refuseBlockedNetwork } from './count-stored.ts';
import { formatTypedPhone, toE164 } from './phone.ts';
import { assessSubmission, type GuardSignals, type Suspicion } from './suspicion.ts';

// Crockford's base 32 has no I, L, O or U, so that a person can read the reference out over a telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random reference such as `7K3M-92QD`: 40 bits, not predictable from another. */
export function createReference(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Returns the columns that all forms fill: the sender's texts as typed, and the telephone number as E.164. */
export function toSenderColumns(form: Sender) {
  const { name, email, company, contactNumber, countryCode, pathName, key } = form;
  return {
    idempotencyKey: key,
    name,
    email,
    company: company ?? null,
    contactNumber: formatTypedPhone(form) ?? null,
    phone: contactNumber ? toE164(contactNumber, countryCode) : null,
    sourcePath: getSourcePath(pathName) ?? null,
  };
}

export type NewSubmission = Omit<
  typeof submissions.$inferInsert,
  'id' | 'reference' | 'bodySha256' | 'createdAt' | 'quarantinedFor' | 'provable' | 'textSha256'
>;
export type StoredSubmission = Pick<typeof submissions.$inferSelect, 'id' | 'reference'>;
export type NewMail = Pick<
  typeof outbox.$inferInsert,
  'recipient' | 'replyTo' | 'subject' | 'body' | 'dueAt' | 'calendar' | 'calendarMethod' | 'isReminder'
>;

/** Whether a mail has a recipient: a caller for whom the company booked may have no address. */
export const hasRecipient = ({ recipient }: NewMail): boolean => recipient !== '';

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

/** Tells webhooks what happened to a consultation. */
export async function recordConsultationEvent(
  ctx: Context,
  event: ChosenWebhookEvent,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  await recordWebhookEvent(ctx, event, { id, reference, path: `/studio/consultations/${id}` });
}

/** Tells webhooks of a message that people see in the inbox, and of the consultation that it booked. */
async function recordReceived(
  ctx: Context,
  { id, reference, kind }: StoredSubmission & Pick<NewSubmission, 'kind'>,
): Promise<void> {
  await recordWebhookEvent(ctx, 'message.received', { reference, kind, path: getMessagePath(reference) });
  if (kind !== 'CONSULTATION') return;
  const [booked] = await ctx.db
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(eq(consultations.submissionId, id), eq(consultations.status, 'BOOKED')));
  if (booked) await recordConsultationEvent(ctx, 'consultation.booked', { id: booked.id, reference });
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
  ctx: Pick<ApiContext, 'db' | 'measurements'>,
  { sent, caller, isFromStaff = false }: { sent: FormSubmission; caller: Caller; isFromStaff?: boolean },
  submission: NewSubmission,
  complete: (tx: Context, stored: StoredSubmission) => Promise<NewMail[]>,
): Promise<string> {
  const bodySha256 = await hashForm(ctx, sent);
  const counted = { key: sent.key, isProven: await hasValidProof(ctx, sent), caller };
  let isCounted = false;
  const reference = await ctx.db.transaction(async (tx) => {
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
    const mails = (await complete(txCtx, stored)).filter(hasRecipient);
    const held = suspicion.quarantinedFor !== null;
    if (mails.length > 0)
      await tx.insert(outbox).values(mails.map((mail) => ({ ...mail, held, submissionId: stored.id })));
    if (!held) await recordReceived(txCtx, { ...stored, kind: submission.kind });
    isCounted = !isFromStaff && !held;
    return stored.reference;
  });
  if (isCounted) ctx.measurements.add({ kind: 'sent', name: submission.kind });
  return reference;
}

/**
 * Returns the reference of a stored submission, whether it booked a consultation, and whether this installation sends
 * mail. Other fields stay private. `not_found` for an unknown reference.
 */
export async function getReceipt(
  { db, company }: ApiContext,
  { reference }: { reference: string },
): Promise<{ reference: string; sendsMail: boolean; hasConsultation: boolean }> {
  const [row] = await db
    .select({
      reference: submissions.reference,
      hasConsultation: sql<boolean>`exists (
        select 1 from consultations booked where booked.submission_id = submissions.id)`,
    })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!row) throw new ApiError('not_found', 'There is no submission with this reference.');
  return { ...row, sendsMail: company.sendsMail };
}

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
      .returning({ id: submissions.id, reference: submissions.reference, kind: submissions.kind });
    if (!released) return null;
    await before?.({ db: tx }, released.id);
    await recordReceived({ db: tx }, released);
    const { rowCount } = await tx
      .update(outbox)
      .set({ held: false })
      .where(and(eq(outbox.submissionId, released.id), isNull(outbox.sentAt), eq(outbox.held, true)));
    return rowCount ?? 0;
  });
}
