import { sql } from 'drizzle-orm';
import type { Caller, CompanyContext, Context } from '../context.ts';
import { wideNetworkOf } from '../http/network-of.ts';
import { signText } from '../signed-token.ts';

/** How many upcoming bookings one e-mail address, or one network, has without confirming any. */
const bookingsAtOnce = 2;
/** How many times one network keeps from others at once, by holds and unconfirmed bookings together. */
const heldAtOnce = 12;
/** The part of a day that bookings may take whose senders have not confirmed them. */
const unconfirmedShare = 1 / 3;

/** Returns the HMAC of a caller's network: /24 of IPv4, /48 of IPv6, which is what one customer is given. */
export async function networkKey(ctx: Context, { address }: Caller): Promise<string> {
  return (await signText(ctx, 'consultation', `network ${wideNetworkOf(address)}`)).toString('base64url');
}

/** Whether an e-mail address or a network has as many upcoming bookings as are confirmed at once. */
async function hasManyBookings(
  { db }: Context,
  { emailKey, network }: { emailKey: string | null; network: string | null },
): Promise<boolean> {
  const { rows } = await db.execute<{ many: boolean }>(sql`
    select count(*) filter (where email_key = ${emailKey}) >= ${bookingsAtOnce}
      or count(*) filter (where network = ${network}) >= ${bookingsAtOnce} as many
    from consultations
    where (email_key = ${emailKey} or network = ${network}) and upper(during) > now()
      and (status = 'BOOKED' or status = 'UNCONFIRMED' and held_until > now())`);
  return rows[0]?.many ?? false;
}

/**
 * Whether bookings that nobody confirmed by mail take a third of the working time of the day on which a time is. Ordinary
 * bookings count too: otherwise senders from many networks could fill a day with two each. `own` is not counted.
 */
export async function isDayContested({ db, company }: CompanyContext, slot: string, own?: string): Promise<boolean> {
  const { rows } = await db.execute<{ contested: boolean }>(sql`
    with asked as (
      select advisers, coalesce(time_zone, ${company.timeZone}) as zone,
        (${slot}::timestamptz at time zone coalesce(time_zone, ${company.timeZone}))::date as day
      from consultation_settings
    )
    select coalesce(sum(extract(epoch from upper(during) - lower(during))), 0) >= ${unconfirmedShare} * (
      select coalesce(sum(extract(epoch from closes - opens)), 0) * advisers
      from consultation_hours where weekday = extract(isodow from day)
    ) as contested
    from asked left join consultations
      on during && tstzrange(day::timestamp at time zone zone, (day + 1)::timestamp at time zone zone)
      and confirmed_at is null and consultations.id is distinct from ${own ?? null}::uuid
      and (status = 'BOOKED' or status = 'UNCONFIRMED' and held_until > now())
    group by advisers, day`);
  return rows[0]?.contested ?? false;
}

/** Returns in how many seconds a network may keep another time from others; 0 when it may now. `own` is not counted. */
export async function secondsUntilHold(
  { db }: Context,
  network: string | null,
  own: string | undefined,
): Promise<number> {
  const { rows } = await db.execute<{ held: number; seconds: number }>(sql`
    select count(*)::int as held, coalesce(ceil(extract(epoch from min(held_until) - now())), 0)::int as seconds
    from consultations
    where network = ${network} and held_until > now() and id is distinct from ${own ?? null}::uuid`);
  const { held = 0, seconds = 0 } = rows[0] ?? {};
  return held < heldAtOnce ? 0 : Math.max(1, seconds);
}

/** What a booking is before its sender has confirmed it. */
export type BookingStatus = 'BOOKED' | 'UNCONFIRMED' | 'LAPSED';

/**
 * Decides what a booking is worth before its sender has confirmed it. An ordinary one is booked; one of many holds its time
 * for half an hour; one in quarantine, or of a network that holds many times already, holds nothing. The diary must be
 * open, so that of many at once each counts those before it.
 */
export async function statusOfBooking(
  ctx: CompanyContext,
  submissionId: number,
  wanted: { slot: string; emailKey: string | null; network: string | null; hold: string | undefined },
): Promise<BookingStatus> {
  const { rows } = await ctx.db.execute<{ quarantined: boolean }>(
    sql`select quarantined_for is not null as quarantined from submissions where id = ${submissionId}`,
  );
  if (rows[0]?.quarantined) return 'LAPSED';
  if (!(await hasManyBookings(ctx, wanted)) && !(await isDayContested(ctx, wanted.slot))) return 'BOOKED';
  return (await secondsUntilHold(ctx, wanted.network, wanted.hold)) === 0 ? 'UNCONFIRMED' : 'LAPSED';
}
