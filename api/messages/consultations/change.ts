import { sql } from 'drizzle-orm';
import type { CancelForm, ConfirmForm, MoveForm } from '../../../contract/forms/consultation-form.ts';
import type { Appointment } from '../../../contract/forms/consultation-shapes.ts';
import type { CompanyContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { bookUnconfirmed, cancelFound, confirmFound, moveFound, runChange } from './apply-change.ts';
import { isUnconfirmedLimitReached } from './booking-limits.ts';
import { createSlotTakenError } from './calendar-slots.ts';
import { findAppointment, findAppointmentByLink, type LinkedAppointment, presentAppointment } from './find.ts';

/** Changes an appointment as `runChange`, and returns what the holder of its link sees. */
function changeAppointment(
  ctx: CompanyContext,
  find: (txCtx: CompanyContext) => Promise<LinkedAppointment>,
  change: (txCtx: CompanyContext, found: LinkedAppointment) => Promise<LinkedAppointment>,
): Promise<Appointment> {
  return runChange(ctx, async (txCtx) => presentAppointment(txCtx, await change(txCtx, await find(txCtx))));
}

const findByLink = (manage: string) => (txCtx: CompanyContext) => findAppointmentByLink(txCtx, manage);

/**
 * Cancels an appointment: frees its time at once and informs both sides. A booking that was never confirmed is in no
 * calendar, so only the company is informed. Cancelling a cancelled appointment changes nothing and sends no mail.
 */
export function cancelConsultation(ctx: CompanyContext, { manage }: CancelForm): Promise<Appointment> {
  return changeAppointment(ctx, findByLink(manage), (txCtx, found) => cancelFound(txCtx, found));
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
  return changeAppointment(ctx, find, async (txCtx, found) => {
    if (found.status !== 'BOOKED') await recordToLog(txCtx, { kind: 'message.CONFIRM', by: null, id: found.reference });
    return confirmFound(txCtx, found);
  });
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
    return moveFound(txCtx, found, { slot, timeZone });
  });
}
