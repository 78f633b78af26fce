import { sql } from 'drizzle-orm';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { ApiContext, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { getBookingRules } from '../consultations/booking-rules.ts';
import { getAdviser } from './advisers.ts';

/** The days that one form makes days off at most. */
const mostDays = 366;

interface Days {
  /** Null: the company, and so all its advisers. */
  adviser: number | null;
  from: string;
  to: string;
}

function requireOrder({ from, to }: Days): void {
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (count >= 1 && count <= mostDays) return;
  const message = count < 1 ? 'The last day is before the first one.' : `Choose at most ${mostDays} days.`;
  throw new ApiError('unprocessable', message, [{ path: 'to', message }]);
}

/**
 * Stores days off; a day that is one already keeps its reason unless the new one says more. Returns how many are new.
 */
async function insertDaysOff(
  { db }: Context,
  adviser: number | null,
  days: readonly { day: string; reason: string }[],
  isFromFile: boolean,
): Promise<number> {
  if (days.length === 0) return 0;
  const given = sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given (day date, reason text)`;
  const keep = isFromFile ? sql`nothing` : sql`update set reason = excluded.reason, from_file = false`;
  const { rowCount } = await db.execute(
    adviser === null
      ? sql`insert into consultation_days_off (day, reason, from_file) select day, reason, ${isFromFile} from ${given}
          on conflict (day) do ${keep}`
      : sql`insert into consultation_adviser_days_off (adviser, day, reason, from_file)
          select ${adviser}::int, day, reason, ${isFromFile} from ${given} on conflict (adviser, day) do ${keep}`,
  );
  return rowCount ?? 0;
}

/** Makes days days off. Bookings on them stay; returns their number and first day, so that somebody can move them. */
export async function addDaysOff(
  ctx: ApiContext,
  input: Days & { reason: string },
): Promise<{ days: number; bookings: number; firstBooking: string | null }> {
  requireOrder(input);
  const { adviser, from, to, reason } = input;
  if (adviser !== null) await getAdviser(ctx, adviser);
  const days: { day: string; reason: string }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push({ day: new Date(at).toISOString().slice(0, 10), reason });
  await insertDaysOff(ctx, adviser, days, false);
  const { timeZone } = await getBookingRules(ctx);
  const localDay = sql`(lower(during) at time zone ${timeZone})::date`;
  const { rows } = await ctx.db.execute<{ bookings: number; first: string | null }>(sql`
    select count(*)::int as bookings, min(${localDay})::text as first from consultations
    where adviser = coalesce(${adviser}::int, adviser) and status = 'BOOKED' and upper(during) > now()
      and ${localDay} between ${from}::date and ${to}::date`);
  return { days: days.length, bookings: rows[0]?.bookings ?? 0, firstBooking: rows[0]?.first ?? null };
}

/** Makes days off working days again. Returns how many were days off. */
export async function removeDaysOff(ctx: ApiContext, input: Days): Promise<{ days: number }> {
  requireOrder(input);
  const { adviser, from, to } = input;
  const isMeant = sql`day between ${from}::date and ${to}::date`;
  const { rowCount } = await ctx.db.execute(
    adviser === null
      ? sql`delete from consultation_days_off where ${isMeant}`
      : sql`delete from consultation_adviser_days_off where adviser = ${adviser}::int and ${isMeant}`,
  );
  return { days: rowCount ?? 0 };
}

/** How far ahead days off are read from a file, in days. */
const horizon = 731;

/**
 * Reads days off of an adviser, or of the company, from a calendar file. They take the place of the coming days that an
 * earlier file brought; days that somebody typed stay. `unprocessable` for a file that cannot be read.
 */
export async function importDaysOff(
  ctx: ApiContext,
  { adviser, file }: { adviser: number | null; file: string },
): Promise<{ days: number; leftOut: { count: number; why: string }[] }> {
  if (adviser !== null) await getAdviser(ctx, adviser);
  const { timeZone } = await getBookingRules(ctx);
  const first = toLocalTime(new Date().toISOString(), timeZone).date;
  const last = new Date(Date.parse(first) + horizon * 86_400_000).toISOString().slice(0, 10);
  const { readDaysOff } = await import('./read-days-off.ts');
  const { days, leftOut } = readDaysOff(file, { first, last });
  await ctx.db.transaction(async (tx) => {
    await tx.execute(
      adviser === null
        ? sql`delete from consultation_days_off where from_file and day >= ${first}::date`
        : sql`delete from consultation_adviser_days_off where adviser = ${adviser}::int and from_file and day >= ${first}::date`,
    );
    await insertDaysOff({ db: tx }, adviser, days, true);
  });
  return { days: days.length, leftOut };
}
