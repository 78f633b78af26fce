import { eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dailyNumbers, measurements } from '../db/index.ts';
import type { MeasuredKind } from './measured.ts';

/**
 * What a day is summed up by. `all`: views and visitors; `page`: the same by page; `visit`: visits; `source` and
 * `country`: visits by where they came from. The others are the kinds of measurements.
 */
export const figureKinds = [
  ...(['all', 'visit', 'page', 'source', 'country'] as const),
  ...(['download', 'begun', 'left', 'sent', 'booked', 'vital'] as const satisfies MeasuredKind[]),
];
export type FigureKind = (typeof figureKinds)[number];

const join = (parts: readonly SQL[]) => sql.join([...parts], sql` union all `);

/** A SQL expression of the first moment of a day in a time zone. */
export const startOfDay = (day: SQL, zone: string): SQL => sql`((${day})::timestamp at time zone ${zone})`;

/**
 * Returns the sums of raw rows as `day, kind, name, detail, times, visitors`. A browser with scripts reports the page
 * that it has loaded, so of each page and visitor the documents or the reports count, whichever are more: pages that
 * were opened without a document count too, and so do visitors without scripts.
 */
export function sumMeasurements(kinds: readonly FigureKind[], zone: string, from: SQL, to: SQL): SQL {
  const m = measurements;
  const ofViews = sql`views as materialized (
    select day, name, visitor, greatest(
      coalesce(sum(times) filter (where kind = 'document'), 0), coalesce(sum(times) filter (where kind = 'opened'), 0)
    ) as times
    from raw where kind in ('document', 'opened') group by day, name, visitor)`;
  const sums: Partial<Record<FigureKind, SQL>> = {
    all: sql`select day, 'all', '', '', sum(times), count(distinct visitor) from views group by day`,
    visit: sql`select day, 'visit', '', '', sum(times), count(distinct visitor) from raw
      where kind = 'document' and detail <> '' group by day`,
    page: sql`select day, 'page', name, '', sum(times), count(distinct visitor) from views group by day, name`,
    source: sql`select day, 'source', detail, '', sum(times), count(distinct visitor) from raw
      where kind = 'document' and detail <> '' group by day, detail`,
    country: sql`select day, 'country', country, '', sum(times), count(distinct visitor) from raw
      where kind = 'document' and detail <> '' and country <> '' group by day, country`,
  };
  const others = kinds.filter((kind) => !sums[kind]);
  const parts = kinds.flatMap((kind) => sums[kind] ?? []);
  if (others.length > 0)
    parts.push(sql`select day, kind, name, detail, sum(times), 0 from raw
      where kind = any(${sql.param(others)}::text[]) group by day, kind, name, detail`);
  return sql`with raw as materialized (
      select (${m.measuredAt} at time zone ${zone})::date as day, ${m.kind} as kind, ${m.name} as name,
        ${m.detail} as detail, ${m.country} as country, ${m.visitor} as visitor, ${m.times} as times
      from ${m} where ${m.measuredAt} >= ${from} and ${m.measuredAt} < ${to}), ${ofViews},
    summed (day, kind, name, detail, times, visitors) as (${join(parts)})
    select day, kind, name, detail, times::bigint as times, visitors::int as visitors from summed`;
}

/**
 * Reads the last day that was summed, or a day before all others. It is read before the figures, because PostgreSQL
 * finds the few later rows by their index only if it knows the day when it plans the statement.
 */
export async function readLastSummed({ db }: Context): Promise<string> {
  const d = dailyNumbers;
  const [row] = await db
    .select({ day: sql<string | null>`max(${d.day})::text` })
    .from(d)
    .where(eq(d.kind, 'all'));
  return row?.day ?? '1970-01-01';
}

/**
 * Returns the figures of the days from `from` to `to` as `day, kind, name, detail, times, visitors`: those of days
 * until `last`, which were summed, and the sums of the raw rows of later days.
 */
export function selectFigures(kinds: readonly FigureKind[], zone: string, from: SQL, to: SQL, last: string): SQL {
  const d = dailyNumbers;
  return sql`(
    select ${d.day} as day, ${d.kind} as kind, ${d.name} as name, ${d.detail} as detail, ${d.times} as times,
      ${d.visitors} as visitors
    from ${d} where ${d.kind} = any(${sql.param(kinds)}::text[]) and ${d.day} between ${from} and ${to}
      and ${d.day} <= ${last}::date
    union all
    select * from (${sumMeasurements(
      kinds,
      zone,
      startOfDay(sql`greatest(${from}, ${last}::date + 1)`, zone),
      startOfDay(sql`${to} + 1`, zone),
    )}) as recent)`;
}
