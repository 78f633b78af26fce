import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { BookingForCaller, holdInput, OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { runChange } from '../consultations/apply-change.ts';
import { bookHold, normalizeEmail } from '../consultations/book.ts';
import { getBookingRules } from '../consultations/booking-rules.ts';
import { createMailContext } from '../consultations/calendar.ts';
import { createSlotTakenError, insertBooking, lockCalendar } from '../consultations/calendar-slots.ts';
import { createConsultationToken, readConsultationToken } from '../consultations/find.ts';
import { composeBookingMails } from '../consultations/mails.ts';
import { chooseChannel } from '../consultations/resolve-call.ts';
import { recordMessageActs } from '../inbox/acts.ts';
import { listSenderDetails } from '../submissions/mail-text.ts';
import { storeSubmission, toSenderColumns } from '../submissions/store.ts';
import { describeAppointment } from './change.ts';
import { presentConsultation, requireAppointment } from './list-range.ts';

/** Throws `unprocessable` for a time that is over. */
function refusePast(start: string): void {
  const message = 'This time is over. Choose a later one.';
  if (Date.parse(start) <= Date.now()) throw new ApiError('unprocessable', message, [{ path: 'start', message }]);
}

/** Holds a time for the minutes of the rules, in place of an earlier hold. `conflict` on `slot` where it is taken. */
export async function holdForCaller(ctx: ApiContext, input: z.output<typeof holdInput>) {
  const { start, adviser, minutes, isOutsideHours } = input;
  refusePast(start);
  const before = input.hold ? await readConsultationToken(ctx, ['hold'], input.hold) : null;
  const id = randomUUID();
  const { timeZone } = await getBookingRules(ctx);
  const held = await runChange(ctx, (txCtx) =>
    insertBooking(
      txCtx,
      {
        id,
        slot: start,
        status: 'HELD',
        timeZone,
        network: null,
        lengthMinutes: minutes,
        byStaff: { adviser, isOutsideHours },
      },
      before?.id,
    ),
  );
  return {
    hold: await createConsultationToken(ctx, { use: 'hold', id, start: held.start }),
    adviser: held.adviser,
    start: held.start,
    end: held.end,
    heldUntil: held.heldUntil ?? held.end,
  };
}

/** Returns whether a hold has the time, the length and the adviser of a booking. */
async function isSameTime(
  { db }: Pick<ApiContext, 'db'>,
  id: string,
  { start, minutes, adviser }: BookingForCaller,
): Promise<boolean> {
  const { rows } = await db.execute<{ same: boolean }>(sql`
    select during = tstzrange(${start}::timestamptz, ${start}::timestamptz + make_interval(mins => ${minutes}::int))
      and adviser = coalesce(${adviser}::int, adviser) as same
    from consultations where id = ${id}::uuid`);
  return rows[0]?.same ?? false;
}

/**
 * Books a consultation for a caller. Stores the submission, the time, the mails and the act in one transaction, as a
 * visitor's booking, but without the check for spam, the confirmation and the notice. A caller without an e-mail
 * address gets no mails. Throws `conflict` on `slot` if the time is taken or the adviser does not work then. A repeated
 * key returns the first booking.
 */
export async function bookForCaller(
  ctx: ApiContext,
  form: BookingForCaller,
  caller: Caller,
): Promise<OpenedConsultation> {
  const { userId, name: by } = requireActor(caller);
  const { start, minutes, adviser, isOutsideHours, timeZone, place, message = '' } = form;
  refusePast(start);
  const held = form.hold ? await readConsultationToken(ctx, ['hold'], form.hold) : null;
  const channel = form.channel ?? (await chooseChannel(ctx, undefined));
  const sender = toSenderColumns({ ...form, countryCode: undefined });
  // Nobody waits for an answer.
  const submission = { kind: 'CONSULTATION' as const, ...sender, message, closedAt: new Date() };
  const { hold: _, ...sent } = form;
  const reference = await storeSubmission(
    ctx,
    { sent, caller, isFromStaff: true },
    submission,
    async ({ db }, stored) => {
      const txCtx = { ...ctx, db };
      await lockCalendar(txCtx);
      const row = {
        id: randomUUID(),
        slot: start,
        status: 'BOOKED' as const,
        timeZone,
        submissionId: stored.id,
        network: null,
        emailKey: form.email ? normalizeEmail(form.email) : null,
        // The caller has spoken with a person of the company.
        confirmedAt: new Date().toISOString(),
        channel,
        place: place || null,
        bookedBy: userId,
        lengthMinutes: minutes,
        byStaff: { adviser, isOutsideHours },
      };
      const isHeld = held !== null && (await isSameTime(txCtx, held.id, form));
      const isBooked = isHeld && (await bookHold(txCtx, held.id, row));
      if (!isBooked) await insertBooking(txCtx, row, held?.id);
      const booked = await requireAppointment(txCtx, isBooked ? held.id : row.id);
      const text = await describeAppointment(txCtx, booked);
      await recordMessageActs(txCtx, [{ submissionId: stored.id, kind: 'BOOK', doneBy: userId, text }]);
      const { timeZone: officeZone } = await getBookingRules(txCtx);
      const details = listSenderDetails({ ...form, countryCode: undefined });
      return composeBookingMails({ ...(await createMailContext(txCtx, booked)), by }, { details, message, officeZone });
    },
  );
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select booked.id from consultations booked join submissions sent on sent.id = booked.submission_id
    where sent.reference = ${reference}`);
  if (!rows[0]) throw createSlotTakenError();
  return presentConsultation(ctx, await requireAppointment(ctx, rows[0].id));
}
