import { type SQL, sql } from 'drizzle-orm';

/**
 * Every time that is on offer as rows `(begins, ends, advisers, hold_minutes)`, taken or not: in working hours, not on a day
 * off, beyond the lead time, within the horizon. Working hours are local times of the zone the settings name, else of
 * `officeZone`; PostgreSQL makes instants of them. A local time that a clock change leaves out comes back as another one
 * and is dropped; one that happens twice is offered once. Where only one start is of interest, the days around it are enough.
 */
export function offered(officeZone: string, start: string | null = null): SQL {
  return sql`(
    with law as (
      select *, coalesce(time_zone, ${officeZone}) as zone, make_interval(mins => slot_minutes) as length,
        make_interval(mins => step_minutes) as step
      from consultation_settings
    ), days as (
      select law.*, every.day::date as day from law, lateral generate_series(
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
      -- on the clock of the instant, too, it ends with the working hours
      and ends <= closing at time zone zone
      and begins >= now() + make_interval(mins => lead_minutes)
  )`;
}

/** Whether a row of `offered` has an adviser to spare; a hold that ran out is none. */
export const isFree: SQL = sql`exists (
  select from generate_series(1, offer.advisers) one
  where not exists (
    select from consultations taken
    where taken.adviser = one and taken.during && tstzrange(offer.begins, offer.ends)
      and (taken.status = 'BOOKED' or taken.held_until > now())
  )
)`;
