import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CancelForm, ConfirmForm, MoveForm } from '../../contract/consultation-form.ts';
import type { Appointment } from '../../contract/consultation-shapes.ts';
import type { CompanyContext, Context } from '../context.ts';
import { consultations, outbox } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import type { Mail } from '../submissions/store.ts';
import { isDayContested } from './booking-limits.ts';
import { type Booking, openDiary, slotTaken } from './diary.ts';
import { enterAnew } from './enter-anew.ts';
import { type FoundByLink, findAppointment, findByLink, presentAppointment } from './find.ts';
import { getLaw } from './get-law.ts';
import { mailsOfCancellation, mailsOfConfirmation, mailsOfMove, type Told } from './mails.ts';
import { mailLink } from './tokens.ts';

/** Takes back reminders not sent yet, and queues what is told instead. One that is being sent this moment is left alone. */
async function tellAnew({ db }: Context, { submissionId, isQuarantined }: FoundByLink, mails: Mail[]): Promise<void> {
  const waiting = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.submissionId, submissionId), eq(outbox.isReminder, true), isNull(outbox.sentAt)))
    .for('update', { skipLocked: true });
  await db.delete(outbox).where(inArray(outbox.id, waiting));
  if (mails.length > 0)
    await db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId, held: isQuarantined })));
}

async function toldOf(ctx: CompanyContext, booking: FoundByLink): Promise<Told> {
  const { reference, visitor } = booking;
  return { booking, reference, visitor, company: ctx.company, link: await mailLink(ctx, booking.id) };
}

/** Runs a change with the diary open and the appointment as it then is. */
function changing(
  ctx: CompanyContext,
  find: (inside: CompanyContext) => Promise<FoundByLink>,
  change: (inside: CompanyContext, found: FoundByLink) => Promise<FoundByLink>,
): Promise<Appointment> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await openDiary(inside);
    return presentAppointment(ctx, await change(inside, await find(inside)));
  });
}

const byLink = (manage: string) => (inside: CompanyContext) => findByLink(inside, manage);

/**
 * Cancels: the time is free at once, both sides are told; where it was never booked, the company alone, for no calendar has
 * it. Cancelled already, it stays so and nobody is told again.
 */
export function cancelConsultation(ctx: CompanyContext, { manage }: CancelForm): Promise<Appointment> {
  return changing(ctx, byLink(manage), async (inside, found) => {
    if (found.status === 'CANCELLED') return found;
    const cancelled = { ...found, status: 'CANCELLED' as const, heldUntil: null, sequence: found.sequence + 1 };
    await inside.db
      .update(consultations)
      .set({ status: 'CANCELLED', heldUntil: null, sequence: cancelled.sequence })
      .where(eq(consultations.id, found.id));
    const { timeZone } = await getLaw(inside);
    const wasBooked = found.status === 'BOOKED';
    await tellAnew(inside, found, mailsOfCancellation(await toldOf(inside, cancelled), { timeZone, wasBooked }));
    return cancelled;
  });
}

/**
 * Books what was waiting for its confirmation, at its own time or another. A time whose wait is over is booked all the
 * same while nobody else took it; else `conflict` on `slot`, and nothing changes. `forbidden` for a link that does not
 * come from our mail.
 */
async function confirmAt(inside: CompanyContext, found: FoundByLink, other?: { slot: string; timeZone: string }) {
  if (!found.isFromMail)
    throw new ApiError('forbidden', 'Please confirm this appointment first, by the link in the mail about it.');
  if (found.isQuarantined) throw slotTaken('We look at this request first, and write to you.');
  const isSame = !other || Date.parse(other.slot) === Date.parse(found.start);
  const { rowCount } = isSame
    ? await inside.db.execute(sql`
        update consultations set status = 'BOOKED', held_until = null, confirmed_at = now()
        where id = ${found.id}::uuid and status = 'UNCONFIRMED'`)
    : { rowCount: 0 };
  const { start: slot, timeZone } = found;
  const booking: Pick<Booking, 'heldUntil'> = rowCount
    ? { heldUntil: null }
    : await enterAnew(inside, found, other ?? { slot, timeZone });
  const confirmed = { ...found, ...booking, status: 'BOOKED' as const };
  const law = await getLaw(inside);
  await tellAnew(inside, found, mailsOfConfirmation(await toldOf(inside, confirmed), law.timeZone));
  return confirmed;
}

async function confirmFound(inside: CompanyContext, found: FoundByLink): Promise<FoundByLink> {
  if (found.status === 'BOOKED') return found;
  if (found.status === 'CANCELLED') throw slotTaken('This appointment was cancelled. Please book a new one.');
  return confirmAt(inside, found);
}

/** Confirms a booking by the link of its mail; what is booked already stays so, and nobody is told again. */
export function confirmConsultation(ctx: CompanyContext, { manage }: ConfirmForm): Promise<Appointment> {
  return changing(ctx, byLink(manage), confirmFound);
}

/**
 * Confirms a booking for somebody of the company who knows its sender. `not_found` where no upcoming booking has the
 * reference, `conflict` where its time is taken or it is in quarantine.
 */
export function confirmByReference(ctx: CompanyContext, reference: string): Promise<Appointment> {
  async function find(inside: CompanyContext): Promise<FoundByLink> {
    const found = await findAppointment(inside, sql`sent.reference = ${reference.toUpperCase()}`);
    if (!found || found.isOver) throw new ApiError('not_found', `No upcoming booking has the reference ${reference}.`);
    if (found.isQuarantined)
      throw new ApiError(
        'conflict',
        `${reference} is in quarantine. Release it first: npm run inbox -- release ${reference}`,
      );
    return { ...found, isFromMail: true };
  }
  return changing(ctx, find, confirmFound);
}

/**
 * Moves to another time: leaves the old one and enters the new in one transaction, so that where the new one is taken,
 * `conflict` on `slot`, the old one stays. To the time it has already: nothing changes. A cancelled one cannot move; one
 * that waits for its confirmation is confirmed by it.
 */
export function moveConsultation(ctx: CompanyContext, { manage, slot, timeZone }: MoveForm): Promise<Appointment> {
  return changing(ctx, byLink(manage), async (inside, found) => {
    if (found.status === 'CANCELLED') throw slotTaken('This appointment was cancelled. Please book a new one.');
    if (found.status !== 'BOOKED') return confirmAt(inside, found, { slot, timeZone });
    if (Date.parse(found.start) === Date.parse(slot)) return found;
    // Ordinary bookings of many senders must not be gathered on one day afterwards.
    if (!found.isFromMail && found.confirmedAt === null && (await isDayContested(inside, slot, found.id)))
      throw slotTaken('This day takes confirmed appointments only. Please move it by the link in the mail about it.');
    const entered = await enterAnew(inside, { ...found, sequence: found.sequence + 1 }, { slot, timeZone });
    const moved: FoundByLink = { ...found, ...entered };
    const law = await getLaw(inside);
    await tellAnew(inside, found, mailsOfMove(await toldOf(inside, moved), law.timeZone));
    return moved;
  });
}
