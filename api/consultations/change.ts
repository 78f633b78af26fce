import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CancelForm, MoveForm } from '../../contract/consultation-form.ts';
import type { Appointment } from '../../contract/consultation-shapes.ts';
import type { ApiContext, Context } from '../context.ts';
import { consultations, outbox } from '../db/tables.ts';
import type { Mail } from '../submissions/store.ts';
import { enter, openDiary, slotTaken } from './diary.ts';
import { type Found, findByLink, presentAppointment } from './find.ts';
import { getLaw } from './get-law.ts';
import { mailsOfCancellation, mailsOfMove } from './mails.ts';
import { manageLink } from './tokens.ts';

/** Takes back reminders not sent yet, and queues what is told instead. One that is being sent this moment is left alone. */
async function tellAnew({ db }: Context, submissionId: number, mails: Mail[]): Promise<void> {
  const waiting = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.submissionId, submissionId), eq(outbox.isReminder, true), isNull(outbox.sentAt)))
    .for('update', { skipLocked: true });
  await db.delete(outbox).where(inArray(outbox.id, waiting));
  await db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId })));
}

async function toldOf(ctx: ApiContext, booking: Found) {
  const { reference, visitor } = booking;
  return { booking, reference, visitor, company: ctx.company, link: await manageLink(ctx, ctx.company, booking.id) };
}

/** Runs a change with the diary open and the appointment as it then is. */
function changing(
  ctx: ApiContext,
  manage: string,
  change: (inside: ApiContext, found: Found) => Promise<Found>,
): Promise<Appointment> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await openDiary(inside);
    return presentAppointment(await change(inside, await findByLink(inside, manage)));
  });
}

/** Cancels: the time is free at once, both sides are told. Cancelled already, it stays so and nobody is told again. */
export function cancelConsultation(ctx: ApiContext, { manage }: CancelForm): Promise<Appointment> {
  return changing(ctx, manage, async (inside, found) => {
    if (found.status === 'CANCELLED') return found;
    const cancelled: Found = { ...found, status: 'CANCELLED', sequence: found.sequence + 1 };
    await inside.db
      .update(consultations)
      .set({ status: 'CANCELLED', sequence: cancelled.sequence })
      .where(eq(consultations.id, found.id));
    const { timeZone } = await getLaw(inside);
    await tellAnew(inside, found.submissionId, mailsOfCancellation(await toldOf(inside, cancelled), timeZone));
    return cancelled;
  });
}

/**
 * Moves to another time: leaves the old one and enters the new in one transaction, so that where the new one is taken,
 * `conflict` on `slot`, the old one stays. To the time it has already: nothing changes. A cancelled one cannot move.
 */
export function moveConsultation(ctx: ApiContext, { manage, slot, timeZone }: MoveForm): Promise<Appointment> {
  return changing(ctx, manage, async (inside, found) => {
    if (found.status === 'CANCELLED') throw slotTaken('This appointment was cancelled. Please book a new one.');
    if (Date.parse(found.start) === Date.parse(slot)) return found;
    await inside.db.execute(sql`delete from consultations where id = ${found.id}::uuid`);
    const { id, submissionId } = found;
    const sequence = found.sequence + 1;
    const entered = await enter(inside, { id, slot, status: 'BOOKED', timeZone, sequence, submissionId });
    const moved: Found = { ...found, ...entered };
    const law = await getLaw(inside);
    await tellAnew(inside, submissionId, mailsOfMove(await toldOf(inside, moved), law.timeZone));
    return moved;
  });
}
