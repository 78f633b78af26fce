import { sql } from 'drizzle-orm';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { requireActor } from '../../people/index.ts';
import { getBookingRules } from '../consultations/get-booking-rules.ts';
import { insertDaysOff } from './days-off.ts';
import { getAdviser } from './list.ts';

/** How far ahead days off are read from a file, in days. */
const horizon = 731;

/**
 * Reads days off of an adviser, or of the company, from a calendar file. They take the place of the coming days that an
 * earlier file brought; days that somebody typed stay. `unprocessable` for a file that cannot be read.
 */
export async function importDaysOff(
  ctx: ApiContext,
  { adviser, file }: { adviser: number | null; file: string },
  caller: Caller,
): Promise<{ days: number; leftOut: { count: number; why: string }[] }> {
  requireActor(caller);
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
