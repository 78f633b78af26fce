import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BookingForm } from '../../contract/consultation-form.ts';
import type { Submitted } from '../../contract/submission-shapes.ts';
import type { ApiContext } from '../context.ts';
import { answerSubmitted } from '../submissions/challenge.ts';
import { senderDetails } from '../submissions/mail-text.ts';
import { senderColumns } from '../submissions/sender-columns.ts';
import { storeSubmission } from '../submissions/store.ts';
import { type Booking, enter, openDiary, refuseTaken, slotTaken } from './diary.ts';
import { getLaw } from './get-law.ts';
import { mailsOfBooking } from './mails.ts';
import { manageLink, readToken } from './tokens.ts';

/**
 * Makes a booking of a hold, run out or not, while it stands; null where there is none for this time. `conflict` where
 * the hold was used before: going back and sending again must not book twice.
 */
async function confirmHold(
  { db }: ApiContext,
  id: string,
  { slot, timeZone }: BookingForm,
  submissionId: number,
): Promise<Booking | null> {
  const { rows } = await db.execute<{ status: string; begins: string; ends: string }>(sql`
    select status, lower(during) as begins, upper(during) as ends from consultations where id = ${id}::uuid`);
  const [row] = rows;
  if (row && row.status !== 'HELD')
    throw slotTaken('This form has booked its time already; the confirmation is in your mail.');
  if (!row || new Date(row.begins).getTime() !== Date.parse(slot)) return null;
  await db.execute(sql`
    update consultations
    set status = 'BOOKED', held_until = null, submission_id = ${submissionId}, time_zone = ${timeZone}
    where id = ${id}::uuid`);
  return {
    id,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    timeZone,
    sequence: 0,
  };
}

/**
 * Books a consultation: the request as a submission of the kind CONSULTATION, the time, the confirmation with its calendar
 * file and the reminder, all in one transaction. Answers the reference. `conflict` on `slot` where the time is taken
 * or not on offer, and nothing is stored; else errors as `storeSubmission`.
 */
export async function bookConsultation(ctx: ApiContext, form: BookingForm): Promise<Submitted> {
  const held = form.hold ? await readToken(ctx, 'hold', form.hold) : null;
  await refuseTaken(ctx, form.slot, { id: held?.id, key: form.key });
  const message = form.message ?? '';
  const submission = { kind: 'CONSULTATION' as const, ...senderColumns(form), message };
  const reference = await storeSubmission(ctx, form, submission, async ({ db }, stored) => {
    const inside = { ...ctx, db };
    await openDiary(inside);
    const confirmed = held && (await confirmHold(inside, held.id, form, stored.id));
    const booking =
      confirmed ??
      (await enter(
        inside,
        { id: randomUUID(), slot: form.slot, status: 'BOOKED', timeZone: form.timeZone, submissionId: stored.id },
        held?.id,
      ));
    const { timeZone: officeZone } = await getLaw(inside);
    const told = {
      booking,
      reference: stored.reference,
      visitor: form,
      company: ctx.company,
      link: await manageLink(inside, ctx.company, booking.id),
    };
    return mailsOfBooking(told, { details: senderDetails(form), message, officeZone });
  });
  return answerSubmitted(ctx, reference);
}
