import { type SQL, sql } from 'drizzle-orm';
import type { BookingRules } from './get-booking-rules.ts';

/**
 * Returns SQL for all offered slots, taken or free, as rows `(begins, ends)`. A slot is offered in working hours, not
 * on a day off, after the notice and within the horizon. Working hours are local times in the zone of the rules. A
 * local time that a clock change skips is dropped; a repeated local time is offered once. With `start`, only the days
 * around it are generated.
 */
export function createOfferedSlotsSql(rules: BookingRules, start: string | null = null): SQL {
  const { lengthMinutes, stepMinutes, noticeMinutes, horizonDays, timeZone } = rules;
  return sql`(
    with rules as (
      select ${timeZone}::text as zone, make_interval(mins => ${lengthMinutes}::int) as length,
        make_interval(mins => ${stepMinutes}::int) as step
    ), days as (
      select rules.*, every.day::date as day from rules, lateral generate_series(
        greatest((now() at time zone zone)::date, (${start}::timestamptz at time zone zone)::date - 1)::timestamp,
        least((now() at time zone zone)::date + ${horizonDays}::int, (${start}::timestamptz at time zone zone)::date + 1)::timestamp,
        interval '1 day'
      ) every (day)
      where not exists (select from consultation_days_off off where off.day = every.day::date)
    ), local as (
      select days.*, day + closes as closing, start
      from days
      join consultation_hours hours on hours.weekday = extract(isodow from day)
      cross join lateral generate_series(day + opens, day + closes - length, step) start
    ), instants as (
      select local.*, start at time zone zone as begins, (start at time zone zone) + length as ends from local
    )
    select begins, ends
    from instants
    where (begins at time zone zone) = start
      -- a slot across a clock change must also end within the working hours
      and ends <= closing at time zone zone
      and begins >= now() + make_interval(mins => ${noticeMinutes}::int)
  )`;
}

/** Returns the SQL condition that a row `offer` of the SQL above has a free adviser. Expired holds do not count. */
export function createHasFreeAdviserSql({ advisers }: BookingRules): SQL {
  return sql`exists (
    select from generate_series(1, ${advisers}::int) one
    where not exists (
      select from consultations taken
      where taken.adviser = one and taken.during && tstzrange(offer.begins, offer.ends)
        and (taken.status = 'BOOKED' or taken.held_until > now())
    )
  )`;
}
