import { lt, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { viewQueries, views } from '../db/tables.ts';

/** Months a view is kept: a year can be set beside the one before, and the longest a device's consent is taken to last. */
export const viewRetentionMonths = 13;

/** Removes views and search texts older than that; answers how many rows. */
export async function removeOldViews({ db }: Context): Promise<number> {
  const oldest = sql`now() - make_interval(months => ${viewRetentionMonths})`;
  const counted = await db.delete(views).where(lt(views.viewedHour, oldest));
  const asked = await db.delete(viewQueries).where(lt(viewQueries.viewedDay, sql`(${oldest})::date`));
  return (counted.rowCount ?? 0) + (asked.rowCount ?? 0);
}
