import { eq, sql } from 'drizzle-orm';
import type { ConsultationRequestForm } from '../../../contract/forms/consultation-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import type { ApiContext, Caller, CompanyContext } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createSubmittedResponse } from '../submissions/challenge.ts';
import { composeFormMails, isolateName, listSenderDetails, readCompanyForMails } from '../submissions/mail-text.ts';
import { storeSubmission, toSenderColumns } from '../submissions/store.ts';
import { decideBookingStatus } from './booking-limits.ts';
import { getBookingRules } from './booking-rules.ts';
import { createMailContext } from './calendar.ts';
import { type Booking, type CalendarSlot, insertBooking, lockCalendar } from './calendar-slots.ts';
import { type FoundAppointment, findAppointment } from './find.ts';
import { composeBookingMails, composeUnconfirmedMails } from './mails.ts';

/** Stores a request for a consultation at a time that is not on offer. Errors as `storeSubmission`. */
export async function requestConsultation(
  ctx: ApiContext,
  form: ConsultationRequestForm,
  caller: Caller,
): Promise<Submitted> {
  const sender = toSenderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message: form.message };
  const stored = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, { reference }) => {
    const company = await readCompanyForMails({ ...ctx, ...tx });
    const call = describeCall(company.forms.consultation, isolateName(company.name), sender.phone !== null);
    return composeFormMails({
      form,
      receipt: 'request',
      notice: 'newRequest',
      company,
      values: { reference, call },
      details: [['Time zone', form.timeZone]],
    });
  });
  return createSubmittedResponse(ctx, stored);
}

/** The time that an appointment gets in place of its own. */
type OtherTime = Pick<CalendarSlot, 'slot' | 'timeZone' | 'byStaff' | 'lengthMinutes'> & {
  status?: 'BOOKED' | 'UNCONFIRMED';
};

/**
 * Replaces the time of an appointment with another; `conflict` on `slot` where that time is taken. The adviser stays if
 * they are free then. An appointment that a person of the company booked keeps its length. A link from our mail proves
 * that the sender reads the mailbox, so it also confirms the sender. Call `lockCalendar` first.
 */
export async function rebookAppointment(
  txCtx: CompanyContext,
  found: FoundAppointment & { isFromMail: boolean },
  at: OtherTime,
): Promise<Booking> {
  const { rows } = await txCtx.db.execute<{ channel: CalendarSlot['channel']; place: string | null }>(
    sql`delete from consultations where id = ${found.id}::uuid returning channel, place`,
  );
  const { id, submissionId, sequence, network, emailKey, confirmedAt, bookedBy, adviser } = found;
  const ownMinutes = (Date.parse(found.end) - Date.parse(found.start)) / 60_000;
  const booking = await insertBooking(txCtx, {
    ...{ id, submissionId, sequence, network, emailKey, confirmedAt, bookedBy },
    ...rows[0],
    preferredAdviser: adviser,
    lengthMinutes: bookedBy === null ? undefined : ownMinutes,
    status: 'BOOKED',
    ...at,
  });
  if (found.isFromMail)
    await txCtx.db.execute(
      sql`update consultations set confirmed_at = coalesce(confirmed_at, now()) where id = ${id}::uuid`,
    );
  return booking;
}

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
