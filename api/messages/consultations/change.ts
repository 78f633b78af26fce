import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CancelForm, ConfirmForm, MoveForm } from '../../../contract/forms/consultation-form.ts';
import type { Appointment } from '../../../contract/forms/consultation-shapes.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { consultations, outbox } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { readCompanyForMails } from '../submissions/mail-text.ts';
import type { NewMail } from '../submissions/store.ts';
import { isUnconfirmedLimitReached } from './booking-limits.ts';
import { type Booking, createSlotTakenError, lockCalendar } from './calendar-slots.ts';
import { findAppointment, findAppointmentByLink, type LinkedAppointment, presentAppointment } from './find.ts';
import { getBookingRules } from './get-booking-rules.ts';
import {
  type AppointmentMailContext,
  composeCancellationMails,
  composeConfirmationMails,
  composeMoveMails,
} from './mails.ts';
import { rebookAppointment } from './rebook.ts';
import { createAppointmentLink } from './tokens.ts';

/**
 * Deletes unsent reminders and queues the given mails. A reminder that is being sent at this moment is left alone,
 * without waiting for its end.
 */
async function replaceReminder(
  { db }: Context,
  { submissionId, isQuarantined }: LinkedAppointment,
  mails: NewMail[],
): Promise<void> {
  const waiting = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.submissionId, submissionId), eq(outbox.isReminder, true), isNull(outbox.sentAt)))
    .for('update', { skipLocked: true });
  await db.delete(outbox).where(inArray(outbox.id, waiting));
  if (mails.length > 0)
    await db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId, held: isQuarantined })));
}

async function createMailContext(ctx: CompanyContext, booking: LinkedAppointment): Promise<AppointmentMailContext> {
  const { reference, visitor } = booking;
  return {
    booking,
    reference,
    visitor,
    company: await readCompanyForMails(ctx),
    link: await createAppointmentLink(ctx, booking.id),
  };
}

/** Runs a change in a transaction with the calendar locked, on the appointment as read under the lock. */
function changeAppointment(
  ctx: CompanyContext,
  find: (txCtx: CompanyContext) => Promise<LinkedAppointment>,
  change: (txCtx: CompanyContext, found: LinkedAppointment) => Promise<LinkedAppointment>,
): Promise<Appointment> {
  return ctx.db.transaction(async (tx) => {
    const txCtx = { ...ctx, db: tx };
    await lockCalendar(txCtx);
    return presentAppointment(txCtx, await change(txCtx, await find(txCtx)));
  });
}

const findByLink = (manage: string) => (txCtx: CompanyContext) => findAppointmentByLink(txCtx, manage);

/**
 * Cancels an appointment: frees its time at once and informs both sides. A booking that was never confirmed is in no
 * calendar, so only the company is informed. Cancelling a cancelled appointment changes nothing and sends no mail.
 */
export function cancelConsultation(ctx: CompanyContext, { manage }: CancelForm): Promise<Appointment> {
  return changeAppointment(ctx, findByLink(manage), async (txCtx, found) => {
    if (found.status === 'CANCELLED') return found;
    const cancelled = { ...found, status: 'CANCELLED' as const, heldUntil: null, sequence: found.sequence + 1 };
    await txCtx.db
      .update(consultations)
      .set({ status: 'CANCELLED', heldUntil: null, sequence: cancelled.sequence })
      .where(eq(consultations.id, found.id));
    const { timeZone } = await getBookingRules(txCtx);
    const wasBooked = found.status === 'BOOKED';
    await replaceReminder(
      txCtx,
      found,
      composeCancellationMails(await createMailContext(txCtx, cancelled), { timeZone, wasBooked }),
    );
    return cancelled;
  });
}

/**
 * Books an unconfirmed booking at its own time or another. An expired booking is booked too while its time is free;
 * otherwise `conflict` on `slot`, and nothing changes. `forbidden` for a link that does not come from our mail.
 */
async function bookUnconfirmed(
  txCtx: CompanyContext,
  found: LinkedAppointment,
  other?: { slot: string; timeZone: string },
) {
  if (!found.isFromMail)
    throw new ApiError('forbidden', 'Please confirm this appointment first, with the link in your e-mail.');
  if (found.isQuarantined) throw createSlotTakenError('We will review this request and write to you.');
  const isSame = !other || Date.parse(other.slot) === Date.parse(found.start);
  const { rowCount } = isSame
    ? await txCtx.db.execute(sql`
        update consultations set status = 'BOOKED', held_until = null, confirmed_at = now()
        where id = ${found.id}::uuid and status = 'UNCONFIRMED'`)
    : { rowCount: 0 };
  const { start: slot, timeZone } = found;
  const booking: Pick<Booking, 'heldUntil'> = rowCount
    ? { heldUntil: null }
    : await rebookAppointment(txCtx, found, other ?? { slot, timeZone });
  const confirmed = { ...found, ...booking, status: 'BOOKED' as const };
  const rules = await getBookingRules(txCtx);
  await replaceReminder(
    txCtx,
    found,
    composeConfirmationMails(await createMailContext(txCtx, confirmed), rules.timeZone),
  );
  return confirmed;
}

async function confirmFound(txCtx: CompanyContext, found: LinkedAppointment): Promise<LinkedAppointment> {
  if (found.status === 'BOOKED') return found;
  if (found.status === 'CANCELLED')
    throw createSlotTakenError('This appointment has been cancelled. Please book a new one.');
  return bookUnconfirmed(txCtx, found);
}

/**
 * Confirms a booking by the link of its mail. A booking that is already confirmed does not change, and no mail is sent.
 */
export function confirmConsultation(ctx: CompanyContext, { manage }: ConfirmForm): Promise<Appointment> {
  return changeAppointment(ctx, findByLink(manage), confirmFound);
}

/**
 * Confirms a booking on behalf of its sender, for the command line. `not_found` where no upcoming booking has the
 * reference, `conflict` where its time is taken or the booking is in quarantine.
 */
export function confirmByReference(ctx: CompanyContext, reference: string): Promise<Appointment> {
  async function find(txCtx: CompanyContext): Promise<LinkedAppointment> {
    const found = await findAppointment(txCtx, sql`sent.reference = ${reference.toUpperCase()}`);
    if (!found || found.isOver) throw new ApiError('not_found', `No upcoming booking has the reference ${reference}.`);
    if (found.isQuarantined)
      throw new ApiError(
        'conflict',
        `${reference} is in quarantine. Release it first: npx site inbox release ${reference}`,
      );
    return { ...found, isFromMail: true };
  }
  return changeAppointment(ctx, find, confirmFound);
}

/**
 * Moves an appointment to another time in one transaction. Where the new time is taken, `conflict` on `slot`, and the
 * old time stays. Moving to the same time changes nothing. A cancelled appointment cannot move; moving an unconfirmed
 * booking confirms it.
 */
export function moveConsultation(ctx: CompanyContext, { manage, slot, timeZone }: MoveForm): Promise<Appointment> {
  return changeAppointment(ctx, findByLink(manage), async (txCtx, found) => {
    if (found.status === 'CANCELLED')
      throw createSlotTakenError('This appointment has been cancelled. Please book a new one.');
    if (found.status !== 'BOOKED') return bookUnconfirmed(txCtx, found, { slot, timeZone });
    if (Date.parse(found.start) === Date.parse(slot)) return found;
    // Moving must not get around the daily share: many senders could gather their ordinary bookings on one day.
    if (!found.isFromMail && found.confirmedAt === null && (await isUnconfirmedLimitReached(txCtx, slot, found.id)))
      throw createSlotTakenError(
        'Only confirmed appointments are possible on this day. Please move it with the link in your e-mail.',
      );
    const booking = await rebookAppointment(txCtx, { ...found, sequence: found.sequence + 1 }, { slot, timeZone });
    const moved: LinkedAppointment = { ...found, ...booking };
    const rules = await getBookingRules(txCtx);
    await replaceReminder(txCtx, found, composeMoveMails(await createMailContext(txCtx, moved), rules.timeZone));
    return moved;
  });
}
