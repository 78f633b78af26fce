import { sql } from 'drizzle-orm';
import type { Caller, CompanyContext, Context } from '../../context.ts';
import { getCustomerNetwork } from '../../limit-rates.ts';
import { signText } from '../../tokens.ts';
import { getBookingRules } from './booking-rules.ts';
import { createWorkingHoursSql } from './list-slots.ts';

/** The upcoming bookings of one e-mail address or network from which on a further booking must be confirmed. */
const bookingsBeforeConfirmation = 2;
/** How many times one network may reserve at once, by holds and unconfirmed bookings together. */
const maxHeldTimes = 12;
/** The share of a day's working time that bookings without a confirmed sender may take. */
const unconfirmedShare = 1 / 3;

/** Returns the HMAC of a caller's network: /24 of IPv4, /48 of IPv6, the sizes that one customer is assigned. */
export async function hashNetwork(ctx: Context, { address }: Caller): Promise<string> {
  return (await signText(ctx, 'consultation', `network ${getCustomerNetwork(address)}`)).toString('base64url');
}

/** Returns whether an e-mail address or a network has reached its limit of upcoming bookings. */
async function hasManyBookings(
  { db }: Context,
  { emailKey, network }: { emailKey: string | null; network: string | null },
): Promise<boolean> {
  const { rows } = await db.execute<{ many: boolean }>(sql`
    select count(*) filter (where email_key = ${emailKey}) >= ${bookingsBeforeConfirmation}
      or count(*) filter (where network = ${network}) >= ${bookingsBeforeConfirmation} as many
    from consultations
    where (email_key = ${emailKey} or network = ${network}) and upper(during) > now()
      and (status = 'BOOKED' or status = 'UNCONFIRMED' and held_until > now())`);
  return rows[0]?.many ?? false;
}

/**
 * Returns whether bookings not confirmed by mail take a third of the working time of a slot's day. Ordinary bookings
 * count too, because otherwise senders from many networks could fill a day with two bookings each. The booking `own` is
 * not counted.
 */
export async function isUnconfirmedLimitReached(ctx: CompanyContext, slot: string, own?: string): Promise<boolean> {
  const rules = await getBookingRules(ctx);
  const day = sql`(${slot}::timestamptz at time zone ${rules.timeZone})::date`;
  const { rows } = await ctx.db.execute<{ contested: boolean }>(sql`
    with asked as (
      select ${day}::timestamp at time zone ${rules.timeZone} as begins,
        (${day} + 1)::timestamp at time zone ${rules.timeZone} as ends
    )
    select coalesce(sum(extract(epoch from upper(during) - lower(during))), 0) >= ${unconfirmedShare} * (
      select coalesce(sum(extract(epoch from closes - opens)), 0)
      from ${createWorkingHoursSql(rules, { first: day, last: day })} hours
    ) as contested
    from asked left join consultations
      on during && tstzrange(begins, ends)
      and confirmed_at is null and consultations.id is distinct from ${own ?? null}::uuid
      and (status = 'BOOKED' or status = 'UNCONFIRMED' and held_until > now())`);
  return rows[0]?.contested ?? false;
}

/**
 * Returns the seconds until a network may reserve another time; 0 when it may now. The booking `own` is not counted.
 */
export async function getHoldWaitSeconds(
  { db }: Context,
  network: string | null,
  own: string | undefined,
): Promise<number> {
  const { rows } = await db.execute<{ held: number; seconds: number }>(sql`
    select count(*)::int as held, coalesce(ceil(extract(epoch from min(held_until) - now())), 0)::int as seconds
    from consultations
    where network = ${network} and held_until > now() and id is distinct from ${own ?? null}::uuid`);
  const { held = 0, seconds = 0 } = rows[0] ?? {};
  return held < maxHeldTimes ? 0 : Math.max(1, seconds);
}

/** The state of a booking before its sender confirms it. */
export type InitialBookingStatus = 'BOOKED' | 'UNCONFIRMED' | 'LAPSED';

/**
 * Decides the state of a booking before its sender confirms it. An ordinary booking is BOOKED. Beyond the limits a
 * booking is UNCONFIRMED and reserves its time for half an hour. A booking in quarantine, or from a network with too
 * many holds, is LAPSED and reserves nothing. Call `lockCalendar` first, so that concurrent bookings count each other.
 */
export async function decideBookingStatus(
  ctx: CompanyContext,
  submissionId: number,
  wanted: { slot: string; emailKey: string | null; network: string | null; hold: string | undefined },
): Promise<InitialBookingStatus> {
  const { rows } = await ctx.db.execute<{ quarantined: boolean }>(
    sql`select quarantined_for is not null as quarantined from submissions where id = ${submissionId}`,
  );
  if (rows[0]?.quarantined) return 'LAPSED';
  if (!(await hasManyBookings(ctx, wanted)) && !(await isUnconfirmedLimitReached(ctx, wanted.slot))) return 'BOOKED';
  return (await getHoldWaitSeconds(ctx, wanted.network, wanted.hold)) === 0 ? 'UNCONFIRMED' : 'LAPSED';
}
