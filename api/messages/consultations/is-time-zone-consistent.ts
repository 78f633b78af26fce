import { sql } from 'drizzle-orm';
import { getUtcOffset, isTimeZone } from '../../../contract/content/local-time.ts';
import type { Context } from '../../context.ts';
import { hasErrorCode } from '../../db/index.ts';

/**
 * Returns whether PostgreSQL and Node both know a time zone, and agree on its UTC offset on each of the next `days`
 * days. The two bring their own releases of the time zone database. Where the releases differ, working hours would
 * shift.
 */
export async function isTimeZoneConsistent({ db }: Context, timeZone: string, days: number): Promise<boolean> {
  if (!isTimeZone(timeZone)) return false;
  try {
    const { rows } = await db.execute<{ at: number; ahead: number }>(sql`
      select (extract(epoch from at) * 1000)::float8 as at,
        (extract(epoch from (at at time zone ${timeZone}) - (at at time zone 'UTC')) * 1000)::float8 as ahead
      from generate_series(date_trunc('day', now()), now() + make_interval(days => ${days}::int), interval '1 day') at`);
    return rows.every(({ at, ahead }) => getUtcOffset(at, timeZone) === ahead);
  } catch (error) {
    // PostgreSQL does not know this time zone (invalid_parameter_value).
    if (hasErrorCode(error, '22023')) return false;
    throw error;
  }
}
