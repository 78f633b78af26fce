import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ChosenWebhookEvent } from '../../../contract/studio/webhook-events.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { consultations, outbox } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { hasRecipient, type NewMail, recordConsultationEvent } from '../submissions/store.ts';
import { getBookingRules } from './booking-rules.ts';
import { createMailContext } from './calendar.ts';
import { createSlotTakenError, lockCalendar, type StaffChoice } from './calendar-slots.ts';
import { type FoundAppointment, findAppointment, type LinkedAppointment } from './find.ts';
import { composeCancellationMails, composeConfirmationMails, composeMoveMails } from './mails.ts';
import { rebookAppointment } from './request.ts';

// Changes of an appointment with their mails. Visitors (`change.ts`) and people of the company (`studio/`) use them.

/** The person of the company who makes a change, and what they say to the visitor. */
export interface StaffNote {
  by: string;
  word?: string | undefined;
}

/** Runs a change in a transaction with the calendar locked. */
export function runChange<T>(ctx: CompanyContext, change: (txCtx: CompanyContext) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const txCtx = { ...ctx, db: tx };
    await lockCalendar(txCtx);
    return change(txCtx);
  });
}

/**
 * Deletes unsent reminders and queues the given mails. A reminder that is being sent at this moment is left alone,
 * without waiting for its end.
 */
async function replaceReminder(
  { db }: Context,
  { submissionId, isQuarantined }: FoundAppointment,
  composed: NewMail[],
): Promise<void> {
  const mails = composed.filter(hasRecipient);
  const waiting = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.submissionId, submissionId), eq(outbox.isReminder, true), isNull(outbox.sentAt)))
    .for('update', { skipLocked: true });
  await db.delete(outbox).where(inArray(outbox.id, waiting));
  if (mails.length > 0)
    await db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId, held: isQuarantined })));
}

/** Reads an appointment again after its row has changed, keeps how it was found, and tells webhooks of the change. */
async function findAgain<F extends FoundAppointment>(
  txCtx: CompanyContext,
  found: F,
  event: ChosenWebhookEvent,
): Promise<F> {
  const changed = await findAppointment(txCtx, sql`booked.id = ${found.id}::uuid`);
  if (!changed) throw new Error('A changed appointment is not stored');
  if (!changed.isQuarantined) await recordConsultationEvent(txCtx, event, changed);
  return { ...found, ...changed };
}

/** Cancels an appointment with its mails; one that is cancelled already does not change. */
export async function cancelFound<F extends FoundAppointment>(
  txCtx: CompanyContext,
  found: F,
  note?: StaffNote,
): Promise<F> {
  if (found.status === 'CANCELLED') return found;
  await txCtx.db
    .update(consultations)
    .set({ status: 'CANCELLED', heldUntil: null, sequence: found.sequence + 1 })
    .where(eq(consultations.id, found.id));
  const cancelled = await findAgain(txCtx, found, 'consultation.cancelled');
  const { timeZone } = await getBookingRules(txCtx);
  const context = { ...(await createMailContext(txCtx, cancelled)), ...note };
  const wasBooked = found.status === 'BOOKED';
  await replaceReminder(txCtx, found, composeCancellationMails(context, { timeZone, wasBooked }));
  return cancelled;
}

/** Books the time of a cancelled appointment again. `conflict` on `slot` where it is taken or over. */
export async function restoreFound<F extends FoundAppointment>(
  txCtx: CompanyContext,
  found: F,
  note: StaffNote,
): Promise<F> {
  if (found.status === 'BOOKED') return found;
  if (found.isOver) throw createSlotTakenError('This time is over. Book another one.');
  const { start: slot, end, timeZone, adviser } = found;
  const lengthMinutes = (Date.parse(end) - Date.parse(slot)) / 60_000;
  await rebookAppointment(
    txCtx,
    { ...found, sequence: found.sequence + 1, isFromMail: false },
    { slot, timeZone, lengthMinutes, byStaff: { adviser, isOutsideHours: true } },
  );
  const restored = await findAgain(txCtx, found, 'consultation.booked');
  const { timeZone: officeZone } = await getBookingRules(txCtx);
  const context = { ...(await createMailContext(txCtx, restored)), ...note };
  await replaceReminder(txCtx, found, composeConfirmationMails(context, officeZone, 'bookingRestored'));
  return restored;
}

/**
 * Books an unconfirmed booking at its own time or another. An expired booking is booked too while its time is free;
 * otherwise `conflict` on `slot`, and nothing changes. `forbidden` for a link that does not come from our mail.
 */
export async function bookUnconfirmed(
  txCtx: CompanyContext,
  found: LinkedAppointment,
  other?: { slot: string; timeZone: string; byStaff?: StaffChoice; lengthMinutes?: number },
): Promise<LinkedAppointment> {
  if (!found.isFromMail)
    throw new ApiError('forbidden', 'Please confirm this appointment first, with the link in your e-mail.');
  if (found.isQuarantined) throw createSlotTakenError('We will review this request and write to you.');
  const isSame = !other || (Date.parse(other.slot) === Date.parse(found.start) && !other.byStaff);
  const { rowCount } = isSame
    ? await txCtx.db.execute(sql`
        update consultations set status = 'BOOKED', held_until = null, confirmed_at = now()
        where id = ${found.id}::uuid and status = 'UNCONFIRMED'`)
    : { rowCount: 0 };
  const { start: slot, timeZone } = found;
  if (!rowCount) await rebookAppointment(txCtx, found, other ?? { slot, timeZone });
  const confirmed = await findAgain(txCtx, found, 'consultation.booked');
  const rules = await getBookingRules(txCtx);
  await replaceReminder(
    txCtx,
    found,
    composeConfirmationMails(await createMailContext(txCtx, confirmed), rules.timeZone, 'bookingConfirmed'),
  );
  return confirmed;
}

/** Confirms an appointment; one that is booked does not change, and no mail is sent. */
export async function confirmFound(txCtx: CompanyContext, found: LinkedAppointment): Promise<LinkedAppointment> {
  if (found.status === 'BOOKED') return found;
  if (found.status === 'CANCELLED')
    throw createSlotTakenError('This appointment has been cancelled. Please book a new one.');
  return bookUnconfirmed(txCtx, found);
}

/** Moves a booked appointment to another time or adviser, with its mails. */
export async function moveFound<F extends LinkedAppointment>(
  txCtx: CompanyContext,
  found: F,
  at: { slot: string; timeZone: string; byStaff?: StaffChoice; lengthMinutes?: number },
  note?: StaffNote,
): Promise<F> {
  await rebookAppointment(txCtx, { ...found, sequence: found.sequence + 1 }, at);
  const moved = await findAgain(txCtx, found, 'consultation.moved');
  const { timeZone } = await getBookingRules(txCtx);
  const [context, former] = [await createMailContext(txCtx, moved), await createMailContext(txCtx, found)];
  await replaceReminder(txCtx, found, composeMoveMails({ ...context, ...note }, timeZone, { ...former, ...note }));
  return moved;
}
