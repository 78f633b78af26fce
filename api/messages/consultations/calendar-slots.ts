import { type SQL, sql } from 'drizzle-orm';
import type { CompanyContext, Context } from '../../context.ts';
import { advisoryLockKeys } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { type BookingRules, getBookingRules } from './get-booking-rules.ts';
import { createOfferedSlotsSql } from './offered-slots.ts';

/** The columns of a consultation that handlers and mails need. */
export interface Booking {
  id: string;
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

/** Returns SQL for the range of a slot that begins at an instant. */
function createDuringSql(slot: string, { lengthMinutes }: BookingRules): SQL {
  return sql`tstzrange(${slot}::timestamptz, ${slot}::timestamptz + make_interval(mins => ${lengthMinutes}::int))`;
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
  const rules = await getBookingRules(ctx);
  const { rows } = await ctx.db.execute<{ taken: boolean }>(sql`
    select count(distinct adviser) >= ${rules.advisers}::int
      and not exists (select from submissions where idempotency_key = ${own.key ?? null}::uuid) as taken
    from consultations
    where adviser <= ${rules.advisers}::int and during && ${createDuringSql(slot, rules)}
      and (status = 'BOOKED' or held_until > now())
      and consultations.id is distinct from ${own.id ?? null}::uuid`);
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
async function clearHolds({ db }: Context, during: SQL, givenUp: string | undefined) {
  const isInTheWay = sql`held_until <= now() and during && ${during}`;
  await db.execute(sql`
    delete from consultations
    where status = 'HELD' and (consultations.id = ${givenUp ?? null}::uuid or ${isInTheWay})`);
  await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where status = 'UNCONFIRMED' and ${isInTheWay}`);
}

/**
 * Inserts a booking with the first free adviser, in one statement. The statement tries a row for each adviser under one
 * id; the table constraints keep the first row that fits. `givenUp` is the id of a hold that its owner replaces.
 * `conflict` on `slot` where no adviser is free or the time is not offered. Call `lockCalendar` first.
 */
export async function insertBooking(
  ctx: CompanyContext,
  { id, slot, status, timeZone, sequence = 0, submissionId, network, emailKey, confirmedAt }: CalendarSlot,
  givenUp?: string,
): Promise<Booking> {
  const rules = await getBookingRules(ctx);
  await clearHolds(ctx, createDuringSql(slot, rules), givenUp);
  const { rows } = await ctx.db.execute<{ begins: string; ends: string; held_until: string | null }>(sql`
    insert into consultations
      (id, adviser, during, status, held_until, time_zone, sequence, submission_id, network, email_key, confirmed_at)
    select ${id}::uuid, adviser, tstzrange(begins, ends), ${status}::consultation_status,
      ${createHeldUntilSql(status, rules.holdMinutes)}, ${timeZone}, ${sequence}::int, ${submissionId ?? null}::bigint,
      ${network}, ${emailKey ?? null}, ${confirmedAt ?? null}::timestamptz
    from ${createOfferedSlotsSql(rules, slot)} offer, generate_series(1, ${rules.advisers}::int) adviser
    where begins = ${slot}::timestamptz
    order by adviser
    on conflict do nothing
    returning lower(during) as begins, upper(during) as ends, held_until`);
  const [row] = rows;
  if (!row) throw createSlotTakenError();
  return {
    id,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    timeZone,
    sequence,
    heldUntil: row.held_until && new Date(row.held_until).toISOString(),
  };
}
