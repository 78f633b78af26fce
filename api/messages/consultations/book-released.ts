import { eq, sql } from 'drizzle-orm';
import type { ApiContext } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { listSenderDetails } from '../submissions/mail-text.ts';
import { decideBookingStatus } from './booking-limits.ts';
import { lockCalendar } from './calendar-slots.ts';
import { findAppointment } from './find.ts';
import { getBookingRules } from './get-booking-rules.ts';
import { createMailContext } from './mail-context.ts';
import { composeBookingMails, composeUnconfirmedMails } from './mails.ts';
import { rebookAppointment } from './rebook.ts';

async function bookSubmission(txCtx: ApiContext, submissionId: number): Promise<void> {
  await lockCalendar(txCtx);
  const found = await findAppointment(txCtx, sql`sent.id = ${submissionId}`);
  if (found?.status !== 'LAPSED' || found.isOver) return;
  const { start: slot, timeZone, network, emailKey } = found;
  const status = await decideBookingStatus(txCtx, submissionId, { slot, network, emailKey, hold: undefined });
  if (status === 'LAPSED') return;
  await rebookAppointment(txCtx, { ...found, isFromMail: false }, { slot, timeZone, status });
  const [sent] = await txCtx.db.select().from(submissions).where(eq(submissions.id, submissionId));
  if (!sent) return;
  const { name, email, company, contactNumber, sourcePath, message } = sent;
  const details = listSenderDetails({
    name,
    email,
    company: company ?? undefined,
    contactNumber: contactNumber ?? undefined,
    pathName: sourcePath ?? undefined,
    key: sent.idempotencyKey,
  });
  const booked = await findAppointment(txCtx, sql`booked.id = ${found.id}::uuid`);
  if (!booked) return;
  const { timeZone: officeZone } = await getBookingRules(txCtx);
  const mailContext = await createMailContext(txCtx, booked);
  const mails = (status === 'BOOKED' ? composeBookingMails : composeUnconfirmedMails)(mailContext, {
    details,
    message,
    officeZone,
  });
  await txCtx.db.delete(outbox).where(sql`${outbox.submissionId} = ${submissionId} and ${outbox.sentAt} is null`);
  await txCtx.db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId })));
}

/**
 * Books the consultation of a submission whose quarantine was just lifted, and replaces its unsent mails. If the time
 * has been taken meanwhile, the unsent mails stay; their link offers other times. Call in the transaction that lifts
 * the quarantine, before any of the mails is sent.
 */
export async function bookReleasedSubmission(ctx: ApiContext, submissionId: number): Promise<void> {
  try {
    await ctx.db.transaction((tx) => bookSubmission({ ...ctx, db: tx }, submissionId));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
  }
}
