import { type SQL, sql } from 'drizzle-orm';
import type { NumberListName } from '../../contract/studio/number-lists.ts';
import type { NumberOverview, NumberRow, NumberTotals } from '../../contract/studio/number-operations.ts';
import type { ApiContext, DayContext } from '../context.ts';
import { missedSearches } from '../db/index.ts';
import { type FigureKind, readLastSummed, selectFigures } from './figures.ts';

/** A SQL expression of the day in the time zone of the site. */
export const getToday = ({ company }: Pick<DayContext, 'company'>): SQL =>
  sql`(now() at time zone ${company.timeZone})::date`;

/** Returns the views and visitors of each of the last days of the site's time zone, today last. */
export async function countViewsByDay(
  ctx: DayContext,
  days: number,
  step: 'day' | 'week' | 'month' = 'day',
): Promise<NumberOverview['series']> {
  const zone = ctx.company.timeZone;
  const today = getToday(ctx);
  const from = sql`(${today} - ${days - 1}::int)`;
  // Weeks are counted from the first day of the period, so that each has seven days.
  const first = {
    day: sql`day`,
    week: sql`(${from} + (day - ${from}) / 7 * 7)`,
    month: sql`greatest(${from}, date_trunc('month', day)::date)`,
  }[step];
  const last = await readLastSummed(ctx);
  const { rows } = await ctx.db.execute<NumberOverview['series'][number]>(sql`
    with counted as (select day, times, visitors from ${selectFigures(['all'], zone, from, today, last)} as figures)
    select to_char(${first}, 'YYYY-MM-DD') as day, coalesce(sum(times), 0)::int as views,
      coalesce(sum(visitors), 0)::int as visitors
    from (select ${from} + step as day from generate_series(0, ${days - 1}::int) as step) as listed
    left join counted using (day) group by 1 order by 1`);
  return rows;
}

const stepOf = (days: number) => (days <= 28 ? 'day' : days <= 90 ? 'week' : 'month');

/** Returns the figures of a period, and those of the period before it. */
export async function getNumberOverview(ctx: ApiContext, { days }: { days: number }): Promise<NumberOverview> {
  await ctx.measurements.flush();
  const zone = ctx.company.timeZone;
  const today = getToday(ctx);
  const kinds: FigureKind[] = ['all', 'visit', 'sent', 'booked', 'download'];
  const from = sql`(${today} - ${2 * days - 1}::int)`;
  const isPresent = sql`day > ${today} - ${days}::int`;
  const last = await readLastSummed(ctx);
  const [{ rows }, series, { rows: limits }] = await Promise.all([
    ctx.db.execute<NumberTotals & { present: boolean }>(sql`
      select present, coalesce(sum(times) filter (where kind = 'all'), 0)::int as views,
        coalesce(sum(visitors) filter (where kind = 'all'), 0)::int as visitors,
        coalesce(sum(times) filter (where kind = 'visit'), 0)::int as visits,
        coalesce(sum(times) filter (where kind = 'sent'), 0)::int as sent,
        coalesce(sum(times) filter (where kind = 'booked'), 0)::int as booked,
        coalesce(sum(times) filter (where kind = 'download'), 0)::int as downloads
      from unnest(array[true, false]) as period (present)
      left join (select *, ${isPresent} as is_present from ${selectFigures(kinds, zone, from, today, last)} as figures)
        as figures on is_present = present
      group by present`),
    countViewsByDay(ctx, days, stepOf(days)),
    ctx.db.execute<{ from: string; to: string }>(sql`
      select to_char(${today} - ${days - 1}::int, 'YYYY-MM-DD') as from, to_char(${today}, 'YYYY-MM-DD') as to`),
  ]);
  const read = (isWanted: boolean): NumberTotals => {
    const { present: _, ...totals } = rows.find(({ present }) => present === isWanted) as (typeof rows)[number];
    return totals;
  };
  return { ...(limits[0] as { from: string; to: string }), totals: read(true), former: read(false), series };
}

const kindOfList = {
  pages: 'page',
  sources: 'source',
  countries: 'country',
  downloads: 'download',
} as const satisfies Partial<Record<NumberListName, FigureKind>>;

/** Returns the figures of a list in days of the site's time zone, as `name, times, visitors`. */
function selectNames(of: NumberListName, zone: string, from: SQL, to: SQL, last: string): SQL {
  if (of !== 'searches') return selectFigures([kindOfList[of]], zone, from, to, last);
  const m = missedSearches;
  return sql`(select ${m.query} as name, ${m.times} as times, 0 as visitors from ${m}
    where ${m.searchedDay} between ${from} and ${to})`;
}

/** Returns one page of the figures of a period by name, the highest first, each with that of the period before. */
export async function listNumbers(
  ctx: ApiContext,
  { of, days, page, size }: { of: NumberListName; days: number; page: number; size: number },
): Promise<{ items: NumberRow[]; page: number; size: number; total: number }> {
  await ctx.measurements.flush();
  const zone = ctx.company.timeZone;
  const today = getToday(ctx);
  const last = await readLastSummed(ctx);
  const select = (from: number, to: number) =>
    selectNames(of, zone, sql`(${today} - ${from}::int)`, sql`(${today} - ${to}::int)`, last);
  const { rows } = await ctx.db.execute<NumberRow & { total: number }>(sql`
    with present as materialized (
      select name, sum(times)::int as times, sum(visitors)::int as visitors
      from ${select(days - 1, 0)} as figures group by name),
    listed as materialized (
      select *, (select count(*)::int from present) as total from present
      order by times desc, name limit ${size} offset ${page * size}),
    former as (
      select name, sum(times)::int as former from ${select(2 * days - 1, days)} as figures
      where name = any(array(select name from listed)) group by name)
    select listed.*, coalesce(former, 0) as former from listed left join former using (name) order by times desc, name`);
  const total = rows[0]?.total ?? 0;
  return { items: rows.map(({ total: _, ...row }) => row), page, size, total };
}
