import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BookingForm } from '../../contract/consultation-form.ts';
import type { Booked } from '../../contract/consultation-shapes.ts';
import type { ApiContext, Caller } from '../context.ts';
import { answerSubmitted } from '../submissions/challenge.ts';
import { senderDetails } from '../submissions/mail-text.ts';
import { senderColumns } from '../submissions/sender-columns.ts';
import { storeSubmission } from '../submissions/store.ts';
import { type BookingStatus, networkKey, statusOfBooking } from './booking-limits.ts';
import { type Booking, type Entry, enter, heldUntil, openDiary, refuseTaken, slotTaken } from './diary.ts';
import { emailKey } from './email-key.ts';
import { getLaw } from './get-law.ts';
import { mailsOfBooking, mailsOfUnconfirmed } from './mails.ts';
import { mailLink, makeToken, readToken } from './tokens.ts';

type NewBooking = Entry & { status: BookingStatus; submissionId: number };

/**
 * Makes a booking of a hold, run out or not, while it stands; null where there is none for this time. `conflict` where
 * the hold was used before: going back and sending again must not book twice.
 */
async function bookHold({ db }: ApiContext, id: string, booking: NewBooking): Promise<Booking | null> {
  const { rows } = await db.execute<{ status: string; begins: string; ends: string }>(sql`
    select status, lower(during) as begins, upper(during) as ends from consultations where id = ${id}::uuid`);
  const [row] = rows;
  if (row && row.status !== 'HELD')
    throw slotTaken('This form has booked its time already. Please see the mail about it.');
  if (!row || new Date(row.begins).getTime() !== Date.parse(booking.slot)) return null;
  const { status, timeZone, submissionId, network, emailKey: key } = booking;
  const { rows: booked } = await db.execute<{ held_until: string | null }>(sql`
    update consultations
    set status = ${status}::consultation_status, held_until = ${heldUntil(status)}, submission_id = ${submissionId},
      time_zone = ${timeZone}, network = ${network}, email_key = ${key}
    where id = ${id}::uuid returning held_until`);
  const [{ held_until: until } = { held_until: null }] = booked;
  return {
    id,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    timeZone,
    sequence: 0,
    heldUntil: until && new Date(until).toISOString(),
  };
}

/** The token with which the browser that booked shows, moves and cancels; of a form sent again, that of the first. */
async function manageTokenOf(ctx: ApiContext, reference: string): Promise<string | undefined> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select booked.id from consultations booked join submissions sent on sent.id = booked.submission_id
    where sent.reference = ${reference}`);
  return rows[0] && makeToken(ctx, { use: 'manage', id: rows[0].id });
}

/**
 * Books a consultation: the request as a submission of the kind CONSULTATION, the time, and the mails about it, all in one
 * transaction. Answers the reference and a token for the browser. Where many bookings came before, it waits for its
 * confirmation (`booking-limits.ts`). `conflict` on `slot` where the time is taken or not on offer, and nothing is stored;
 * else errors as `storeSubmission`.
 */
export async function bookConsultation(ctx: ApiContext, form: BookingForm, caller: Caller): Promise<Booked> {
  const { slot, timeZone } = form;
  const held = form.hold ? await readToken(ctx, ['hold'], form.hold) : null;
  await refuseTaken(ctx, slot, { id: held?.id, key: form.key });
  const message = form.message ?? '';
  const sender = senderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message };
  const from = { network: await networkKey(ctx, caller), emailKey: emailKey(form.email) };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async ({ db }, stored) => {
    const inside = { ...ctx, db };
    await openDiary(inside);
    const status = await statusOfBooking(inside, stored.id, { slot, hold: held?.id, ...from });
    const entry = { id: randomUUID(), slot, status, timeZone, submissionId: stored.id, ...from };
    const booking = (held && (await bookHold(inside, held.id, entry))) ?? (await enter(inside, entry, held?.id));
    const { timeZone: officeZone } = await getLaw(inside);
    const told = {
      booking,
      reference: stored.reference,
      visitor: { name: form.name, email: form.email, phone: sender.phone },
      company: ctx.company,
      link: await mailLink(inside, booking.id),
    };
    const mailsOf = status === 'BOOKED' ? mailsOfBooking : mailsOfUnconfirmed;
    return mailsOf(told, { details: senderDetails(form), message, officeZone });
  });
  const [answer, manage] = await Promise.all([answerSubmitted(ctx, reference), manageTokenOf(ctx, reference)]);
  return { ...answer, manage };
}
