import { asc, eq, sql } from 'drizzle-orm';
import type { OpenedConsultation } from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import { outbox, submissions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getBookingRules } from '../consultations/booking-rules.ts';
import { type FoundAppointment, findAppointment } from '../consultations/find.ts';
import { createIsFreeSql, createStaffSlotSql } from '../consultations/list-slots.ts';
import { findItem } from './list-range.ts';

/** Returns an appointment by its id. `not_found` for an unknown id, and for a time that a visitor still holds. */
export async function requireAppointment(ctx: CompanyContext, id: string): Promise<FoundAppointment> {
  const found = await findAppointment(ctx, sql`booked.id = ${id}::uuid`);
  if (!found) throw new ApiError('not_found', 'There is no such consultation. It may have been erased.');
  return found;
}

async function listMails({ db }: CompanyContext, submissionId: number): Promise<OpenedConsultation['mails']> {
  const rows = await db.select().from(outbox).where(eq(outbox.submissionId, submissionId)).orderBy(asc(outbox.id));
  return rows.map(({ id, recipient, subject, sentAt, deadAt, dueAt, held, lastError, isReminder }) => ({
    id,
    recipient,
    subject,
    state: sentAt ? 'SENT' : deadAt ? 'GIVEN_UP' : held ? 'HELD' : 'WAITING',
    at: (sentAt ?? deadAt ?? dueAt).toISOString(),
    lastError,
    isReminder,
  }));
}

/** Returns whether the adviser works during an appointment, and whether nobody else has its time. */
async function checkTime(ctx: CompanyContext, { id, adviser, start, end }: FoundAppointment) {
  const rules = { ...(await getBookingRules(ctx)), lengthMinutes: (Date.parse(end) - Date.parse(start)) / 60_000 };
  const createOffers = (isOutsideHours: boolean) => createStaffSlotSql(rules, { start, isOutsideHours });
  const { rows } = await ctx.db.execute<{ works: boolean; free: boolean }>(sql`
    select exists (select from ${createOffers(false)} offer where offer.adviser = ${adviser}) as works,
      exists (select from ${createOffers(true)} offer where offer.adviser = ${adviser} and ${createIsFreeSql(id)}) as free`);
  return { works: rows[0]?.works ?? false, isFree: rows[0]?.free ?? false, rules };
}

/** Returns one consultation as the Studio shows it, with its message and mails. */
export async function presentConsultation(ctx: CompanyContext, found: FoundAppointment): Promise<OpenedConsultation> {
  const item = await findItem(ctx, found.id);
  if (!item) throw new ApiError('not_found', 'There is no such consultation. It may have been erased.');
  const { db } = ctx;
  const [sent] = await db
    .select({ createdAt: submissions.createdAt })
    .from(submissions)
    .where(eq(submissions.id, found.submissionId));
  const [booker] =
    found.bookedBy === null
      ? []
      : await db.select({ name: users.name }).from(users).where(eq(users.id, found.bookedBy));
  const { works, isFree, rules } = await checkTime(ctx, found);
  return {
    ...item,
    status: found.status,
    heldUntil: found.heldUntil,
    channel: found.call.channel,
    adviserName: found.adviserDetails.name,
    adviserTimeZone: found.adviserDetails.timeZone ?? rules.timeZone,
    visitorTimeZone: found.timeZone,
    email: found.visitor.email,
    phone: found.visitor.phone,
    company: found.company,
    message: found.message,
    createdAt: (sent?.createdAt ?? new Date()).toISOString(),
    place: found.call.place ?? null,
    bookedBy: booker?.name ?? null,
    isOver: found.isOver,
    isOutsideHours: !works,
    canRestore: found.status === 'CANCELLED' && !found.isOver && isFree,
    mails: await listMails(ctx, found.submissionId),
  };
}

/** Returns one consultation by its id. */
export async function openConsultation(ctx: ApiContext, { id }: { id: string }): Promise<OpenedConsultation> {
  return presentConsultation(ctx, await requireAppointment(ctx, id));
}
