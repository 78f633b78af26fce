import { asc, eq, sql } from 'drizzle-orm';
import type {
  ConsultationItem,
  ConsultationRange,
  OpenedConsultation,
} from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import { consultations, outbox, submissions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { type BookingRules, getBookingRules, isPresentSql } from '../consultations/booking-rules.ts';
import { type FoundAppointment, findAppointment, formatIso, toIso } from '../consultations/find.ts';
import {
  createIsFreeSql,
  createOfferedSlotsSql,
  createStaffSlotSql,
  createWorkingHoursSql,
} from '../consultations/list-slots.ts';

/** Returns SQL for the instants between the first moment of a day and that of another day, in the company's zone. */
function createRangeSql({ timeZone }: BookingRules, from: string, days: number) {
  return sql`tstzrange(
    ${from}::date::timestamp at time zone ${timeZone},
    (${from}::date + ${days}::int)::timestamp at time zone ${timeZone})`;
}

function selectItems({ db }: CompanyContext) {
  const { during, blocked, status, heldUntil, noShowAt } = consultations;
  return db
    .select({
      ...{ id: consultations.id, reference: submissions.reference, adviser: consultations.adviser },
      start: sql<string>`lower(${during})`.mapWith(formatIso),
      end: sql<string>`upper(${during})`.mapWith(formatIso),
      bufferBefore: sql<number>`coalesce(extract(epoch from lower(${during}) - lower(${blocked})) / 60, 0)::float8`,
      bufferAfter: sql<number>`coalesce(extract(epoch from upper(${blocked}) - upper(${during})) / 60, 0)::float8`,
      status: sql<ConsultationItem['status']>`
        case when ${status} = 'UNCONFIRMED' and ${heldUntil} <= now() then 'LAPSED' else ${status}::text end`,
      heldUntil: toIso(sql`case when ${heldUntil} > now() then ${heldUntil} end`),
      name: sql<string>`coalesce(${submissions.name}, '')`,
      hasEmail: sql<boolean>`coalesce(${submissions.email}, '') <> ''`,
      channel: consultations.channel,
      isNoShow: sql<boolean>`${noShowAt} is not null`,
      sequence: consultations.sequence,
    })
    .from(consultations)
    .leftJoin(submissions, eq(submissions.id, consultations.submissionId));
}

/** Returns one item of the calendar by its id; null for an unknown id. */
async function findItem(ctx: CompanyContext, id: string): Promise<ConsultationItem | null> {
  return (await selectItems(ctx).where(eq(consultations.id, id)))[0] ?? null;
}

/** Returns the advisers by number, also those who have gone. */
async function listAdviserSummaries({ db }: CompanyContext, { timeZone }: BookingRules) {
  const { rows } = await db.execute<{ id: number; name: string; colour: number; zone: string; present: boolean }>(sql`
    select id, name, colour, ${isPresentSql} as present,
      case when has_own_hours then coalesce(time_zone, ${timeZone}::text) else ${timeZone}::text end as zone
    from consultation_advisers order by id`);
  return rows.map(({ id, name, colour, zone, present }) => ({ id, name, colour, timeZone: zone, isPresent: present }));
}

/**
 * Returns the consultations of some days, and the working times of advisers. The days are those of the company's time
 * zone. Expired holds (times reserved while a visitor fills in the form) are left out, because others can book these
 * times.
 */
export async function listRange(
  ctx: ApiContext,
  { from, days }: { from: string; days: number },
): Promise<ConsultationRange> {
  const rules = await getBookingRules(ctx);
  const range = createRangeSql(rules, from, days);
  const { during, status, heldUntil, adviser, id } = consultations;
  const items = await selectItems(ctx)
    .where(sql`${during} && ${range} and (${status} <> 'HELD' or ${heldUntil} > now())`)
    .orderBy(sql`lower(${during})`, adviser, id);
  const { rows: hours } = await ctx.db.execute<{ adviser: number; begins: string; ends: string }>(sql`
    with hours as (
      select adviser, (day + opens) at time zone zone as begins, (day + closes) at time zone zone as ends
      from ${createWorkingHoursSql(rules, { first: sql`${from}::date - 1`, last: sql`${from}::date + ${days}::int` })} hours
    )
    select adviser, begins, ends from hours
    where begins < ends and tstzrange(begins, ends) && ${range} order by begins, adviser`);
  const { rows: daysOff } = await ctx.db.execute<{ adviser: number | null; day: string; reason: string }>(sql`
    select null::int as adviser, day::text, reason from consultation_days_off
    where day between ${from}::date and ${from}::date + ${days - 1}::int
    union all
    select adviser, day::text, reason from consultation_adviser_days_off
    where day between ${from}::date and ${from}::date + ${days - 1}::int
    order by 2, 1 nulls first`);
  return {
    timeZone: rules.timeZone,
    now: new Date().toISOString(),
    lengthMinutes: rules.lengthMinutes,
    advisers: await listAdviserSummaries(ctx, rules),
    items,
    hours: hours.map(({ adviser, begins, ends }) => ({ adviser, start: formatIso(begins), end: formatIso(ends) })),
    daysOff,
  };
}

interface TimesInput {
  from: string;
  days: number;
  minutes?: number | undefined;
  id?: string | undefined;
}

/**
 * Returns the free times of some days, of each adviser. They are the times that visitors are offered, and those within
 * the notice too. The own time of the consultation `id` is free for it.
 */
export async function listTimes(ctx: ApiContext, { from, days, minutes, id }: TimesInput) {
  const found = await getBookingRules(ctx);
  const rules = { ...found, noticeMinutes: 0, lengthMinutes: minutes ?? found.lengthMinutes };
  const { rows } = await ctx.db.execute<{ adviser: number; begins: string; ends: string }>(sql`
    select adviser, begins, ends from ${createOfferedSlotsSql(rules)} offer
    where (begins at time zone ${rules.timeZone})::date between ${from}::date and ${from}::date + ${days - 1}::int
      and ${createIsFreeSql(id)}
    order by begins, adviser`);
  return {
    items: rows.map(({ adviser, begins, ends }) => ({
      adviser,
      start: new Date(begins).toISOString(),
      end: new Date(ends).toISOString(),
    })),
  };
}

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

export async function openConsultation(ctx: ApiContext, { id }: { id: string }): Promise<OpenedConsultation> {
  return presentConsultation(ctx, await requireAppointment(ctx, id));
}
