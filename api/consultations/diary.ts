import { type SQL, sql } from 'drizzle-orm';
import type { CompanyContext, Context } from '../context.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { ApiError } from '../errors.ts';
import { offered } from './offered.ts';

/** A consultation as the table has it, in the shape that verbs and mails need. */
export interface Booking {
  id: string;
  start: string;
  end: string;
  timeZone: string;
  sequence: number;
  /** Until when it keeps its time without a confirmation; null where it needs none, or keeps nothing. */
  heldUntil: string | null;
}

/**
 * Waits until nobody else writes to the diary; it is ours to the end of the transaction. What forbids an overlap is the
 * table's constraint; the lock only puts writers in a row, since two that remove what is in each other's way deadlock.
 */
export async function openDiary({ db }: Context): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.calendar})`);
}

/** Refusal of a time that is taken or not offered. */
export function slotTaken(message = 'This time was taken a moment ago. Please choose another.'): ApiError {
  return new ApiError('conflict', message, [{ path: 'slot', message }]);
}

/**
 * Turns most of a crowd away with one read, before they wait for the diary: `conflict` where every adviser has something
 * else at a time. It decides nothing, for what it lets through is decided by `enter`. Who holds the time, or has booked it
 * under this key before, is let through.
 */
export async function refuseTaken(
  { db }: Context,
  slot: string,
  own: { id?: string | undefined; key?: string } = {},
): Promise<void> {
  const { rows } = await db.execute<{ taken: boolean }>(sql`
    select count(distinct adviser) >= min(advisers)
      and not exists (select from submissions where idempotency_key = ${own.key ?? null}::uuid) as taken
    from consultation_settings law join consultations on adviser <= advisers
      and during && tstzrange(${slot}::timestamptz, ${slot}::timestamptz + make_interval(mins => slot_minutes))
      and (status = 'BOOKED' or held_until > now())
      and consultations.id is distinct from ${own.id ?? null}::uuid`);
  if (rows[0]?.taken) throw slotTaken();
}

export interface Entry {
  id: string;
  slot: string;
  /** UNCONFIRMED takes the time for half an hour; LAPSED only remembers it. */
  status: 'HELD' | 'BOOKED' | 'UNCONFIRMED' | 'LAPSED';
  timeZone: string;
  sequence?: number;
  submissionId?: number;
  /** HMAC of the network it came from. */
  network: string | null;
  emailKey?: string | null;
  /** When its sender confirmed it by mail. */
  confirmedAt?: string | null;
}

/** Minutes for which a booking keeps its time without a confirmation. */
const unconfirmedMinutes = 30;

/** The end of what a hold, or a booking without its confirmation, keeps, by the database's clock; null for all others. */
export function heldUntil(status: Entry['status'], holdMinutes: SQL = sql`0`): SQL {
  return sql`case ${status}::text
    when 'HELD' then now() + make_interval(mins => ${holdMinutes})
    when 'UNCONFIRMED' then now() + make_interval(mins => ${unconfirmedMinutes}::int) end`;
}

/** Clears what ran out from where a time is wanted, and one hold that is given up. Bookings stay, without their time. */
async function clearHolds({ db }: Context, { slot, givenUp }: { slot: string; givenUp?: string | undefined }) {
  const isInTheWay = sql`held_until <= now()
    and during && tstzrange(${slot}::timestamptz, ${slot}::timestamptz + make_interval(mins => slot_minutes))`;
  await db.execute(sql`
    delete from consultations using consultation_settings law
    where status = 'HELD' and (consultations.id = ${givenUp ?? null}::uuid or ${isInTheWay})`);
  await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    from consultation_settings law where status = 'UNCONFIRMED' and ${isInTheWay}`);
}

/**
 * Enters a time with the first adviser who has it free, in one statement: a row for each adviser under one id, of which
 * the constraints leave the first that fits and drop the rest. `conflict` on `slot` where no adviser has it, or it is not on
 * offer. The diary must be open.
 */
export async function enter(
  ctx: CompanyContext,
  { id, slot, status, timeZone, sequence = 0, submissionId, network, emailKey, confirmedAt }: Entry,
  givenUp?: string,
): Promise<Booking> {
  await clearHolds(ctx, { slot, givenUp });
  const { rows } = await ctx.db.execute<{ begins: string; ends: string; held_until: string | null }>(sql`
    insert into consultations
      (id, adviser, during, status, held_until, time_zone, sequence, submission_id, network, email_key, confirmed_at)
    select ${id}::uuid, adviser, tstzrange(begins, ends), ${status}::consultation_status,
      ${heldUntil(status, sql`hold_minutes`)}, ${timeZone}, ${sequence}::int, ${submissionId ?? null}::bigint,
      ${network}, ${emailKey ?? null}, ${confirmedAt ?? null}::timestamptz
    from ${offered(ctx.company.timeZone, slot)} offer, generate_series(1, offer.advisers) adviser
    where begins = ${slot}::timestamptz
    order by adviser
    on conflict do nothing
    returning lower(during) as begins, upper(during) as ends, held_until`);
  const [row] = rows;
  if (!row) throw slotTaken();
  return {
    id,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    timeZone,
    sequence,
    heldUntil: row.held_until && new Date(row.held_until).toISOString(),
  };
}
