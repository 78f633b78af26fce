import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { SlotPage, slotsInput } from '../../../contract/forms/consultation-shapes.ts';
import type { ApiContext, Context } from '../../context.ts';
import { type BookingRules, getBookingRules } from './booking-rules.ts';

/** The first and the last day, as SQL expressions that can use the column `zone` of an adviser. */
interface Days {
  first: SQL;
  last: SQL;
}

/**
 * Returns SQL for the stretches in which advisers work, as rows `(adviser, zone, day, opens, closes, before, after)`;
 * `opens` and `closes` are local times in the zone, `before` and `after` the buffers. The hours of a date take the
 * place of the usual ones. There are none on a day off of the company or of the adviser, and after the adviser has
 * gone. An adviser without hours of their own works the company's, in the company's zone.
 */
export function createWorkingHoursSql({ timeZone }: Pick<BookingRules, 'timeZone'>, { first, last }: Days): SQL {
  return sql`(
    with advisers as (
      select id as adviser, case when has_own_hours then coalesce(time_zone, ${timeZone}::text) else ${timeZone}::text end as zone,
        has_own_hours, gone_on, make_interval(mins => buffer_before) as before, make_interval(mins => buffer_after) as after
      from consultation_advisers
    ), days as (
      select advisers.*, every.day::date as day, extract(isodow from every.day)::int as weekday
      from advisers, lateral generate_series((${first})::timestamp, (${last})::timestamp, interval '1 day') every (day)
      where (gone_on is null or every.day::date < gone_on)
        and not exists (select from consultation_days_off off where off.day = every.day::date)
        and not exists (
          select from consultation_adviser_days_off off
          where off.adviser = advisers.adviser and off.day = every.day::date)
    ), hours as (
      select weekday, adviser, opens, closes from consultation_adviser_hours
      union all
      select weekday, null, opens, closes from consultation_hours
    )
    select days.adviser, zone, days.day, opens, closes, before, after
    from days join consultation_exceptions other on other.adviser = days.adviser and other.day = days.day
    union all
    select days.adviser, zone, days.day, opens, closes, before, after
    from days join hours on hours.weekday = days.weekday
      and hours.adviser is not distinct from case when has_own_hours then days.adviser end
    where not exists (
      select from consultation_exceptions other where other.adviser = days.adviser and other.day = days.day)
  )`;
}

/**
 * Returns SQL for all offered slots, taken or free, as rows `(adviser, begins, ends, blocked)`; `blocked` is the slot
 * with the adviser's buffers. A slot is offered in working hours, after the notice and within the horizon. Working
 * hours are local times in the adviser's zone. A local time that a clock change skips is dropped; a repeated local time
 * is offered once. With `start`, only the days around it are generated.
 */
export function createOfferedSlotsSql(rules: BookingRules, start: string | null = null): SQL {
  const { lengthMinutes, stepMinutes, noticeMinutes, horizonDays } = rules;
  const today = sql`(now() at time zone zone)::date`;
  const wanted = sql`(${start}::timestamptz at time zone zone)::date`;
  const days = {
    first: sql`greatest(${today}, ${wanted} - 1)`,
    last: sql`least(${today} + ${horizonDays}::int, ${wanted} + 1)`,
  };
  return sql`(
    with rules as (
      select make_interval(mins => ${lengthMinutes}::int) as length, make_interval(mins => ${stepMinutes}::int) as step
    ), local as (
      select hours.*, day + closes as closing, start, length
      from rules, ${createWorkingHoursSql(rules, days)} hours,
        lateral generate_series(day + opens, day + closes - length, step) start
    ), instants as (
      select local.*, start at time zone zone as begins, (start at time zone zone) + length as ends from local
    )
    select adviser, begins, ends, tstzrange(begins - before, ends + after) as blocked
    from instants
    where (begins at time zone zone) = start
      -- a slot across a clock change must also end within the working hours
      and ends <= closing at time zone zone
      and begins >= now() + make_interval(mins => ${noticeMinutes}::int)
  )`;
}

/**
 * Returns SQL for one time of the advisers who work then, as rows of `createOfferedSlotsSql`. People of the company
 * book at any minute and without notice; with `isOutsideHours` also when the adviser does not work.
 */
export function createStaffSlotSql(
  rules: BookingRules,
  { start, isOutsideHours }: { start: string; isOutsideHours: boolean },
): SQL {
  const { lengthMinutes } = rules;
  const time = sql`(
    select ${start}::timestamptz as begins,
      ${start}::timestamptz + make_interval(mins => ${lengthMinutes}::int) as ends
  )`;
  if (isOutsideHours)
    return sql`(
      select id as adviser, begins, ends,
        tstzrange(begins - make_interval(mins => buffer_before), ends + make_interval(mins => buffer_after)) as blocked
      from ${time} wanted, consultation_advisers where gone_on is null or gone_on > current_date
    )`;
  const wanted = sql`(${start}::timestamptz at time zone zone)::date`;
  return sql`(
    select distinct adviser, begins, ends, tstzrange(begins - before, ends + after) as blocked
    from ${time} wanted, ${createWorkingHoursSql(rules, { first: sql`${wanted} - 1`, last: wanted })} hours
    where begins >= (day + opens) at time zone zone and ends <= (day + closes) at time zone zone
  )`;
}

/** Returns the SQL condition that a row of `consultations` keeps its adviser from other consultations now. */
const isTakenSql = sql`(taken.status = 'BOOKED' or taken.held_until > now())`;

/** Returns the SQL condition that the adviser of a row `offer` of the SQL above is free. Expired holds do not count. */
export function createIsFreeSql(ownId: string | null = null): SQL {
  return sql`not exists (
    select from consultations taken
    where taken.adviser = offer.adviser and coalesce(taken.blocked, taken.during) && offer.blocked and ${isTakenSql}
      and taken.id is distinct from ${ownId}::uuid
  )`;
}

const daysShown = 7;
const dayLength = 86_400_000;

/** Returns a date some days later: `2026-11-30`, 7 → `2026-12-07`. */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}

/** Returns all slots from now to the horizon at which an adviser is free, in order. */
export async function listFreeSlots({ db }: Context, rules: BookingRules): Promise<{ start: string; end: string }[]> {
  const { rows } = await db.execute<{ begins: string; ends: string }>(sql`
    select distinct begins, ends from ${createOfferedSlotsSql(rules)} offer
    where ${createIsFreeSql()} order by begins`);
  return rows.map(({ begins, ends }) => ({
    start: new Date(begins).toISOString(),
    end: new Date(ends).toISOString(),
  }));
}

/** Returns the free slots of seven days; see `slots` in the contract. */
export async function listSlots(ctx: ApiContext, input: z.output<typeof slotsInput>): Promise<SlotPage> {
  const rules = await getBookingRules(ctx);
  const { timeZone: officeTimeZone, lengthMinutes: slotMinutes } = rules;
  const timeZone = input.timeZone ?? officeTimeZone;
  const free = (await listFreeSlots(ctx, rules)).map((slot) => ({
    ...slot,
    date: toLocalTime(slot.start, timeZone).date,
  }));
  const today = toLocalTime(new Date().toISOString(), timeZone).date;
  const from = input.from ?? free[0]?.date ?? today;
  const afterLastDay = addDays(from, daysShown);

  const shown = Map.groupBy(
    free.filter(({ date }) => date >= from && date < afterLastDay),
    ({ date }) => date,
  );
  const earlier = free.findLast(({ date }) => date < from);
  const later = free.find(({ date }) => date >= afterLastDay);
  return {
    timeZone,
    officeTimeZone,
    slotMinutes,
    from,
    days: [...shown].map(([date, slots]) => ({ date, slots: slots.map(({ start, end }) => ({ start, end })) })),
    // The previous page shows the seven days before this page, or the last free days when those seven have none.
    previous: earlier ? getEarlier(addDays(from, -daysShown), addDays(earlier.date, 1 - daysShown)) : null,
    next: later ? later.date : null,
  };
}

function getEarlier(a: string, b: string): string {
  return a < b ? a : b;
}
