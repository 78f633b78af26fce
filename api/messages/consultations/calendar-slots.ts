import { type SQL, sql } from 'drizzle-orm';
import type { CallChannel } from '../../../contract/http/call-text.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { advisoryLockKeys } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { type BookingRules, getBookingRules } from './booking-rules.ts';
import { createIsFreeSql, createOfferedSlotsSql, createStaffSlotSql } from './list-slots.ts';

/** The columns of a consultation that handlers and mails need. */
export interface Booking {
  id: string;
  adviser: number;
  start: string;
  end: string;
  timeZone: string;
  sequence: number;
  /**
   * The end of the hold of an unconfirmed booking; null where the booking is confirmed, or no longer holds its time.
   */
  heldUntil: string | null;
}

/**
 * Locks the calendar against other writers until the end of the transaction. A table constraint prevents overlaps. The
 * lock only prevents deadlocks between writers that remove each other's expired holds.
 */
export async function lockCalendar({ db }: Context): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.calendar})`);
}

/** Creates the error for a time that is taken or not offered. */
export function createSlotTakenError(message = 'This time has just been taken. Please choose another.'): ApiError {
  return new ApiError('conflict', message, [{ path: 'slot', message }]);
}

/**
 * Checks availability without the lock first, so that most losers of a race fail fast: `conflict` where every adviser
 * is busy. `insertBooking` makes the final decision. The owner of a hold, and a repeated request with the same key,
 * pass.
 */
export async function refuseTakenSlot(
  ctx: CompanyContext,
  slot: string,
  own: { id?: string | undefined; key?: string } = {},
): Promise<void> {
  const { lengthMinutes } = await getBookingRules(ctx);
  const { rows } = await ctx.db.execute<{ taken: boolean }>(sql`
    select not exists (
      select from (
        select id as adviser, tstzrange(
          ${slot}::timestamptz - make_interval(mins => buffer_before),
          ${slot}::timestamptz + make_interval(mins => ${lengthMinutes}::int + buffer_after)) as blocked
        from consultation_advisers where gone_on is null or gone_on >= current_date
      ) offer where ${createIsFreeSql(own.id)}
    ) and not exists (select from submissions where idempotency_key = ${own.key ?? null}::uuid) as taken`);
  if (rows[0]?.taken) throw createSlotTakenError();
}

/** A hold or booking to insert into the calendar. */
export interface CalendarSlot {
  id: string;
  /** The start, as an ISO text. */
  slot: string;
  /** UNCONFIRMED reserves the time for half an hour; LAPSED reserves nothing and only stores the time. */
  status: 'HELD' | 'BOOKED' | 'UNCONFIRMED' | 'LAPSED';
  timeZone: string;
  sequence?: number;
  submissionId?: number;
  /** HMAC of the sender's network. */
  network: string | null;
  emailKey?: string | null;
  /** When the sender confirmed the booking by mail. */
  confirmedAt?: string | null;
  channel?: CallChannel | null;
  place?: string | null;
  /** The user who booked for a caller. */
  bookedBy?: number | null;
  /** The adviser who gets the booking if they are free. */
  preferredAdviser?: number;
  /** Undefined: the length of the rules. */
  lengthMinutes?: number | undefined;
  /** What people of the company may choose and visitors may not; absent for a visitor. */
  byStaff?: StaffChoice | undefined;
}

/** How people of the company choose a time. */
export interface StaffChoice {
  /** Null: the first adviser who is free. */
  adviser: number | null;
  /** Also where the adviser does not work. The database still refuses an overlap. */
  isOutsideHours: boolean;
}

/** Minutes for which an unconfirmed booking reserves its time. */
const unconfirmedMinutes = 30;

/** Returns SQL for the end of a hold or of an unconfirmed booking, by the database's clock; null for other states. */
export function createHeldUntilSql(status: CalendarSlot['status'], holdMinutes = 0): SQL {
  return sql`case ${status}::text
    when 'HELD' then now() + make_interval(mins => ${holdMinutes}::int)
    when 'UNCONFIRMED' then now() + make_interval(mins => ${unconfirmedMinutes}::int) end`;
}

/**
 * Removes expired holds that overlap a wanted time, and the hold with the id `givenUp`, which its owner replaces.
 * Expired bookings become LAPSED.
 */
async function clearHolds(
  { db }: Context,
  { slot, lengthMinutes }: { slot: string; lengthMinutes: number },
  givenUp: string | undefined,
) {
  // With the longest buffers that advisers have: an expired hold may be in the way of another adviser too.
  const isInTheWay = sql`held_until <= now() and coalesce(blocked, during) && (
    select tstzrange(
      ${slot}::timestamptz - make_interval(mins => coalesce(max(buffer_before), 0)),
      ${slot}::timestamptz + make_interval(mins => ${lengthMinutes}::int + coalesce(max(buffer_after), 0)))
    from consultation_advisers)`;
  await db.execute(sql`
    delete from consultations
    where status = 'HELD' and (consultations.id = ${givenUp ?? null}::uuid or ${isInTheWay})`);
  await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where status = 'UNCONFIRMED' and ${isInTheWay}`);
}

/** Says to people of the company why an adviser, or everybody, cannot have a time, and who could. */
async function explainRefusal(
  { db }: Context,
  rules: BookingRules,
  slot: string,
  { adviser, isOutsideHours }: StaffChoice,
): Promise<string> {
  const createIsOffSql = (day: SQL) => sql`exists (
    select from consultation_days_off off where off.day = ${day} union all
    select from consultation_adviser_days_off off where off.adviser = person.id and off.day = ${day})`;
  const createOffers = (isOutside: boolean) => createStaffSlotSql(rules, { start: slot, isOutsideHours: isOutside });
  const { rows } = await db.execute<{
    id: number;
    name: string;
    works: boolean;
    free: boolean;
    off: string | null;
  }>(sql`
    select id, coalesce(nullif(name, ''), 'Adviser ' || id) as name,
      exists (select from ${createOffers(false)} offer where offer.adviser = person.id) as works,
      exists (select from ${createOffers(true)} offer where offer.adviser = person.id and ${createIsFreeSql()}) as free,
      case when ${createIsOffSql(sql`local.day`)} then (
        select to_char(min(next) - interval '1 day', 'FMDD Mon')
        from generate_series(local.day, local.day + 366, interval '1 day') next where not ${createIsOffSql(sql`next::date`)}
      ) end as off
    from consultation_advisers person,
      lateral (select (${slot}::timestamptz at time zone coalesce(time_zone, ${rules.timeZone}::text))::date as day) local
    where gone_on is null or gone_on > local.day
    order by id`);
  const chosen = rows.find(({ id }) => id === adviser);
  const others = rows.filter(({ id, works, free }) => id !== adviser && free && (works || isOutsideHours));
  const names = new Intl.ListFormat('en-GB').format(others.map(({ name }) => name));
  const why = !chosen
    ? 'Nobody can have this time.'
    : !chosen.free
      ? `${chosen.name} has another consultation at this time.`
      : chosen.off
        ? `${chosen.name} has days off up to ${chosen.off}.`
        : `${chosen.name} does not work at this time.`;
  if (others.length === 0) return `${why} Choose another time.`;
  return `${why} ${names} ${others.length === 1 ? 'is' : 'are'} free.`;
}

/**
 * Inserts a booking with the first free adviser, in one statement. The statement tries a row for each adviser under one
 * id; the table constraints keep the first row that fits. `givenUp` is the id of a hold that its owner replaces.
 * `conflict` on `slot` where no adviser is free or the time is not offered. Call `lockCalendar` first.
 */
export async function insertBooking(ctx: CompanyContext, booking: CalendarSlot, givenUp?: string): Promise<Booking> {
  const { id, slot, status, timeZone, sequence = 0, submissionId, byStaff } = booking;
  const found = await getBookingRules(ctx);
  const rules = { ...found, lengthMinutes: booking.lengthMinutes ?? found.lengthMinutes };
  await clearHolds(ctx, { slot, lengthMinutes: rules.lengthMinutes }, givenUp);
  const offers = byStaff
    ? createStaffSlotSql(rules, { start: slot, isOutsideHours: byStaff.isOutsideHours })
    : createOfferedSlotsSql(rules, slot);
  const adviser = byStaff?.adviser ?? null;
  const { rows } = await ctx.db.execute<{ adviser: number; begins: string; ends: string; held_until: string | null }>(
    sql`
    insert into consultations
      (id, adviser, during, blocked, status, held_until, time_zone, sequence, submission_id, network, email_key,
        confirmed_at, channel, place, booked_by)
    select ${id}::uuid, adviser, tstzrange(begins, ends), nullif(blocked, tstzrange(begins, ends)), ${status}::consultation_status,
      ${createHeldUntilSql(status, rules.holdMinutes)}, ${timeZone}, ${sequence}::int, ${submissionId ?? null}::bigint,
      ${booking.network}, ${booking.emailKey ?? null}, ${booking.confirmedAt ?? null}::timestamptz,
      ${booking.channel ?? null}, ${booking.place ?? null}, ${booking.bookedBy ?? null}::bigint
    from ${offers} offer
    where begins = ${slot}::timestamptz and adviser = coalesce(${adviser}::int, adviser)
    order by adviser = ${booking.preferredAdviser ?? null}::int desc nulls last, adviser
    on conflict do nothing
    returning adviser, lower(during) as begins, upper(during) as ends, held_until`,
  );
  const [row] = rows;
  if (!row) throw createSlotTakenError(byStaff && (await explainRefusal(ctx, rules, slot, byStaff)));
  return {
    id,
    adviser: row.adviser,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    timeZone,
    sequence,
    heldUntil: row.held_until && new Date(row.held_until).toISOString(),
  };
}
