import { and, eq, lt, sql } from 'drizzle-orm';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import type { ViewQuery } from '../../contract/content/view-query.ts';
import { cleanQuery, isBot } from '../anonymous-counts.ts';
import { isEnabled } from '../content/index.ts';
import type { ApiContext, Caller, Context } from '../context.ts';
import { entries, missedSearches, viewQueries, views } from '../db/index.ts';

/**
 * Counts a view of a shown entry by hour, and the search that led to it by day. Views of bots and of unknown entries
 * are answered alike, but not counted. The device id is stored only where it was sent and the browser does not refuse
 * tracking.
 */
export async function storeView(
  { db, measurements }: ApiContext,
  { contentType, slug, query = '', deviceuuID }: ViewQuery,
  { address, userAgent, refusesTracking }: Caller,
): Promise<{ error: null }> {
  if (isBot(userAgent)) return { error: null };
  const device = refusesTracking ? null : (deviceuuID ?? null);
  const asked = cleanQuery(query);
  // One statement, so that lookup and counts succeed or fail together.
  const seen = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(isEnabled, eq(entries.type, contentType), eq(entries.slug, slug)));
  const { rowCount } = await db.execute(sql`
    with seen as (${seen}),
    counted as (
      insert into ${views} as v (entry_id, viewed_hour, device)
      select id, date_trunc('hour', now(), 'UTC'), ${device}::text from seen
      on conflict (entry_id, viewed_hour, device) do update set times = v.times + 1
    ), asked as (
      insert into ${viewQueries} as q (entry_id, viewed_day, query)
      select id, (now() at time zone 'UTC')::date, ${asked}::text from seen where ${asked}::text is not null
      on conflict (entry_id, viewed_day, query) do update set times = q.times + 1
    )
    select from seen`);
  if (rowCount)
    measurements.add({
      kind: 'opened',
      name: getEntryPath(contentType, slug),
      sender: refusesTracking ? null : { address, userAgent },
    });
  return { error: null };
}

/**
 * Months for which views are kept: enough to compare two years, and the longest time that consent is assumed to last.
 */
export const viewRetentionMonths = 13;

/** Removes views, search texts and missed searches older than `viewRetentionMonths`; returns how many rows. */
export async function removeOldViews({ db }: Context): Promise<number> {
  const oldest = sql`now() - make_interval(months => ${viewRetentionMonths})`;
  const counted = await db.delete(views).where(lt(views.viewedHour, oldest));
  const asked = await db.delete(viewQueries).where(lt(viewQueries.viewedDay, sql`(${oldest})::date`));
  const missed = await db.delete(missedSearches).where(lt(missedSearches.searchedDay, sql`(${oldest})::date`));
  return (counted.rowCount ?? 0) + (asked.rowCount ?? 0) + (missed.rowCount ?? 0);
}
