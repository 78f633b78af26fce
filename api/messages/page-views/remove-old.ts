import { lt, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { viewQueries, views } from '../../db/index.ts';

/**
 * Months for which views are kept: enough to compare two years, and the longest time that consent is assumed to last.
 */
export const viewRetentionMonths = 13;

/** Removes views and search texts older than `viewRetentionMonths`; returns how many rows. */
export async function removeOldViews({ db }: Context): Promise<number> {
  const oldest = sql`now() - make_interval(months => ${viewRetentionMonths})`;
  const counted = await db.delete(views).where(lt(views.viewedHour, oldest));
  const asked = await db.delete(viewQueries).where(lt(viewQueries.viewedDay, sql`(${oldest})::date`));
  return (counted.rowCount ?? 0) + (asked.rowCount ?? 0);
}
