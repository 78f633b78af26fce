import { type SQL, sql } from 'drizzle-orm';

/**
 * Returns SQL for all offered slots, taken or free, as rows `(begins, ends, advisers, hold_minutes)`. A slot is offered
 * in working hours, not on a day off, after the lead time and within the horizon. Working hours are local times in the
 * zone of the rules, or in `officeZone` if the rules have none. A local time that a clock change skips is dropped; a
 * repeated local time is offered once. With `start`, only the days around it are generated.
 */
export function createOfferedSlotsSql(officeZone: string, start: string | null = null): SQL {
  return sql`(
    with rules as (
      select *, coalesce(time_zone, ${officeZone}) as zone, make_interval(mins => slot_minutes) as length,
        make_interval(mins => step_minutes) as step
      from consultation_settings
    ), days as (
      select rules.*, every.day::date as day from rules, lateral generate_series(
        greatest((now() at time zone zone)::date, (${start}::timestamptz at time zone zone)::date - 1)::timestamp,
        least((now() at time zone zone)::date + horizon_days, (${start}::timestamptz at time zone zone)::date + 1)::timestamp,
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
    select begins, ends, advisers, hold_minutes
    from instants
    where (begins at time zone zone) = start
      -- a slot across a clock change must also end within the working hours
      and ends <= closing at time zone zone
      and begins >= now() + make_interval(mins => lead_minutes)
  )`;
}

/** SQL condition: a row `offer` of `createOfferedSlotsSql` has a free adviser. Expired holds do not count. */
export const hasFreeAdviserSql: SQL = sql`exists (
  select from generate_series(1, offer.advisers) one
  where not exists (
    select from consultations taken
    where taken.adviser = one and taken.during && tstzrange(offer.begins, offer.ends)
      and (taken.status = 'BOOKED' or taken.held_until > now())
  )
)`;
