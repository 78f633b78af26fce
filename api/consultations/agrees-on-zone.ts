import { sql } from 'drizzle-orm';
import { isTimeZone, offsetAt } from '../../contract/local-time.ts';
import type { Context } from '../context.ts';

/**
 * Whether the database and this program know a zone and the same clock for it, on each of the next days. They bring their
 * own releases of the time zone database; where a government changed its mind between the two, working hours
 * would shift by what they disagree on.
 */
export async function agreesOnZone({ db }: Context, timeZone: string, days: number): Promise<boolean> {
  if (!isTimeZone(timeZone)) return false;
  try {
    const { rows } = await db.execute<{ at: number; ahead: number }>(sql`
      select (extract(epoch from at) * 1000)::float8 as at,
        (extract(epoch from (at at time zone ${timeZone}) - (at at time zone 'UTC')) * 1000)::float8 as ahead
      from generate_series(date_trunc('day', now()), now() + make_interval(days => ${days}::int), interval '1 day') at`);
    return rows.every(({ at, ahead }) => offsetAt(at, timeZone) === ahead);
  } catch {
    // PostgreSQL has never heard of it.
    return false;
  }
}
