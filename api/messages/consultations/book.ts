import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'drizzle-orm';
import type { BookingInput, HoldForm } from '../../../contract/forms/consultation-form.ts';
import type { Booked, SlotHold } from '../../../contract/forms/consultation-shapes.ts';
import { formatWait } from '../../../contract/http/wait-text.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { createSubmittedResponse } from '../submissions/challenge.ts';
import { listSenderDetails } from '../submissions/mail-text.ts';
import { storeSubmission, toSenderColumns } from '../submissions/store.ts';
import { decideBookingStatus, getHoldWaitSeconds, hashNetwork, type InitialBookingStatus } from './booking-limits.ts';
import { getBookingRules } from './booking-rules.ts';
import { createMailContext } from './calendar.ts';
import {
  type CalendarSlot,
  createHeldUntilSql,
  createSlotTakenError,
  insertBooking,
  lockCalendar,
  refuseTakenSlot,
} from './calendar-slots.ts';
import { createConsultationToken, findAppointment, readConsultationToken } from './find.ts';
import { composeBookingMails, composeUnconfirmedMails } from './mails.ts';
import { chooseChannel } from './resolve-call.ts';

/**
 * Holds a time for a few minutes, in place of the caller's earlier hold. `conflict` on `slot` where the time is taken,
 * `too_many_requests` where the caller's network holds too many times.
 */
export async function holdSlot(ctx: ApiContext, { slot, timeZone, hold }: HoldForm, caller: Caller): Promise<SlotHold> {
  const before = hold ? await readConsultationToken(ctx, ['hold'], hold) : null;
  await refuseTakenSlot(ctx, slot, { id: before?.id });
  const id = randomUUID();
  const token = await createConsultationToken(ctx, { use: 'hold', id, start: slot });
  const network = await hashNetwork(ctx, caller);
  await ctx.db.transaction(async (tx) => {
    const txCtx = { ...ctx, db: tx };
    await lockCalendar(txCtx);
    const seconds = await getHoldWaitSeconds(txCtx, network, before?.id);
    if (seconds > 0) {
      const message = `Your network already holds several times. Please try again in ${formatWait(seconds)}.`;
      throw new ApiError('too_many_requests', message, [], seconds);
    }
    await insertBooking(txCtx, { id, slot, status: 'HELD', timeZone, network }, before?.id);
  });
  return getHold(ctx, { hold: token });
}

/**
 * Returns the time and the remaining seconds of a hold, also of an expired one. `not_found` for an invalid token,
 * `gone` where the hold became a booking.
 */
export async function getHold(ctx: ApiContext, { hold }: { hold: string }): Promise<SlotHold> {
  const content = await readConsultationToken(ctx, ['hold'], hold);
  if (!content?.start) throw new ApiError('not_found', 'There is no such hold.');
  const rules = await getBookingRules(ctx);
  const { rows } = await ctx.db.execute<{
    status: string;
    ends: string;
    zone: string;
    held_until: string | null;
    seconds_left: number;
  }>(sql`
    select status, upper(during) as ends, time_zone as zone, held_until,
      greatest(0, coalesce(ceil(extract(epoch from held_until - now())), 0))::int as seconds_left
    from consultations where id = ${content.id}::uuid`);
  const [row] = rows;
  if (row && row.status !== 'HELD') throw new ApiError('gone', 'This form has already booked this time.');
  const usualEnd = Date.parse(content.start) + rules.lengthMinutes * 60_000;
  return {
    hold,
    start: content.start,
    end: new Date(row?.ends ?? usualEnd).toISOString(),
    timeZone: row?.zone ?? rules.timeZone,
    secondsLeft: row?.seconds_left ?? 0,
    heldUntil: row?.held_until ? new Date(row.held_until).toISOString() : null,
  };
}

/**
 * Deletes holds that expired an hour ago and returns how many. Clears the network of past appointments: limits only
 * count upcoming ones.
 */
export async function removeExpiredHolds({ db }: Context): Promise<number> {
  await db.execute(sql`update consultations set network = null where network is not null and upper(during) <= now()`);
  const { rowCount } = await db.execute(
    sql`delete from consultations where status = 'HELD' and held_until < now() - interval '1 hour'`,
  );
  return rowCount ?? 0;
}

/**
 * Returns one spelling for all addresses of the same mailbox, so that limits count them together. Lower case, domain in
 * ASCII, no suffix after a plus sign, no dots where Google ignores them. Never send mail to the result.
 */
export function normalizeEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).normalize('NFKC').toLowerCase();
  const written = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(written) || written;
  const [mailbox = ''] = local.split('+', 1);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${mailbox.replaceAll('.', '')}@gmail.com`;
  return `${mailbox || local}@${domain}`;
}

type NewBooking = CalendarSlot & { status: InitialBookingStatus; submissionId: number };

/**
 * Turns a hold, expired or not, into a booking; false where there is no hold for this time. `conflict` where the hold
 * was already used, because going back and sending the form again must not book twice.
 */
export async function bookHold({ db }: Context, id: string, booking: NewBooking): Promise<boolean> {
  const { rows } = await db.execute<{ status: string; begins: string }>(sql`
    select status, lower(during) as begins from consultations where id = ${id}::uuid`);
  const [row] = rows;
  if (row && row.status !== 'HELD') throw createSlotTakenError('This form has already booked a time. See your e-mail.');
  if (!row || new Date(row.begins).getTime() !== Date.parse(booking.slot)) return false;
  const { status, timeZone, submissionId, network } = booking;
  const { rowCount } = await db.execute(sql`
    update consultations
    set status = ${status}::consultation_status, held_until = ${createHeldUntilSql(status)}, submission_id = ${submissionId},
      time_zone = ${timeZone}, network = ${network}, email_key = ${booking.emailKey ?? null},
      channel = ${booking.channel ?? null}, place = ${booking.place ?? null}, booked_by = ${booking.bookedBy ?? null}::bigint,
      confirmed_at = ${booking.confirmedAt ?? null}::timestamptz
    where id = ${id}::uuid`);
  return rowCount === 1;
}

/** Returns the token with which the browser manages its booking. A repeated form gets the token of the first. */
async function createManageToken(ctx: ApiContext, reference: string): Promise<string | undefined> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select booked.id from consultations booked join submissions sent on sent.id = booked.submission_id
    where sent.reference = ${reference}`);
  return rows[0] && createConsultationToken(ctx, { use: 'manage', id: rows[0].id });
}

/**
 * Books a consultation. Stores the submission of kind CONSULTATION, the time and the mails in one transaction; returns
 * the reference and a manage token. Beyond the limits of `booking-limits.ts` the booking waits for its confirmation.
 * `conflict` on `slot` where the time is taken or not offered, and nothing is stored; other errors as
 * `storeSubmission`.
 */
export async function bookConsultation(ctx: ApiContext, form: BookingInput, caller: Caller): Promise<Booked> {
  const { slot, timeZone } = form;
  const held = form.hold ? await readConsultationToken(ctx, ['hold'], form.hold) : null;
  await refuseTakenSlot(ctx, slot, { id: held?.id, key: form.key });
  const channel = await chooseChannel(ctx, form.channel);
  const message = form.message ?? '';
  const sender = toSenderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message };
  const from = { network: await hashNetwork(ctx, caller), emailKey: normalizeEmail(form.email) };
  let isBooked = false;
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async ({ db }, stored) => {
    const txCtx = { ...ctx, db };
    await lockCalendar(txCtx);
    const status = await decideBookingStatus(txCtx, stored.id, { slot, hold: held?.id, ...from });
    const row = { id: randomUUID(), slot, status, timeZone, submissionId: stored.id, channel, ...from };
    const isHeldBooked = held !== null && (await bookHold(txCtx, held.id, row));
    if (!isHeldBooked) await insertBooking(txCtx, row, held?.id);
    const booked = await findAppointment(txCtx, sql`sent.id = ${stored.id}`);
    if (!booked) throw new Error('A booked appointment is not stored');
    const { timeZone: officeZone } = await getBookingRules(txCtx);
    const mailContext = await createMailContext(txCtx, booked);
    isBooked = status === 'BOOKED';
    const composeMails = status === 'BOOKED' ? composeBookingMails : composeUnconfirmedMails;
    return composeMails(mailContext, { details: listSenderDetails(form), message, officeZone });
  });
  if (isBooked) ctx.measurements.add({ kind: 'booked', name: 'CONSULTATION' });
  const [answer, manage] = await Promise.all([
    createSubmittedResponse(ctx, reference),
    createManageToken(ctx, reference),
  ]);
  return { ...answer, manage };
}
