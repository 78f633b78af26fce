import { lt, sql } from 'drizzle-orm';
import type { DayContext } from '../context.ts';
import { dailyNumbers, measurements, visitorSalts } from '../db/index.ts';
import { figureKinds, startOfDay, sumMeasurements } from './figures.ts';

/** How many names of a kind and a day are stored; the sum of the others has the name ''. */
const mostNames = 500;
/** The same of pages whose speed is measured, each with a row for every value. */
const mostMeasuredPages = 100;

/** The most rows that one statement removes, so that it stays below its time limit. */
const mostRemoved = 20_000;

/** How many months the sums of days are kept: two years can be compared. */
export const numbersRetentionMonths = 25;

/** The moment from which on raw rows are not summed; null before the first sum. */
const startOfUnsummed = (zone: string) =>
  startOfDay(sql`(select max(day) + 1 from ${dailyNumbers} where kind = 'all')`, zone);

/** Sums up one day, and stores the names with the highest counts. */
const sumDay = (zone: string, day: string) => sql`
  with figures as (${sumMeasurements(figureKinds, zone, startOfDay(sql`${day}::date`, zone), startOfDay(sql`${day}::date + 1`, zone))}),
  ranked as (
    select kind, name, row_number() over (partition by kind order by sum(times) desc, name) as rank
    from figures group by kind, name),
  named as (
    select figures.kind, case when rank <= case kind when 'vital' then ${mostMeasuredPages}::int else ${mostNames}::int end then figures.name else '' end as name, detail, times, visitors
    from figures join ranked using (kind, name))
  insert into ${dailyNumbers} (day, kind, name, detail, times, visitors)
  select ${day}::date, kind, name, detail, sum(times), sum(visitors) from named group by kind, name, detail
  union all
  select ${day}::date, 'all', '', '', 0, 0 where not exists (select from named where kind = 'all')`;

/**
 * Sums up every day that ended at least an hour ago, each in a transaction of its own, so that a killed run leaves
 * whole days. Returns how many. Throws the secrets of past days away.
 */
export async function rollUpNumbers({ db, company }: DayContext): Promise<number> {
  const zone = company.timeZone;
  const today = sql`((now() - interval '1 hour') at time zone ${zone})::date`;
  await db.delete(visitorSalts).where(lt(visitorSalts.day, today));
  let summed = 0;
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ day: string | null }>(sql`
        select to_char(day, 'YYYY-MM-DD') as day from (
          select (min(${measurements.measuredAt}) at time zone ${zone})::date as day from ${measurements}
          where ${measurements.measuredAt} >= coalesce(${startOfUnsummed(zone)}, '-infinity')) as first
        where day < ${today}`);
      const day = rows[0]?.day;
      if (!day) return true;
      await tx.execute(sumDay(zone, day));
      return false;
    });
    if (isDone) return summed;
    summed += 1;
  }
}

/**
 * Removes raw rows after `days`, once their day is summed, and sums after `numbersRetentionMonths`. Returns how many.
 */
export async function removeOldNumbers({ db, company }: DayContext, days: number): Promise<number> {
  const isOld = sql`${measurements.measuredAt} < least(now() - make_interval(days => ${days}),
    ${startOfUnsummed(company.timeZone)})`;
  let removed = 0;
  for (let batch = mostRemoved; batch === mostRemoved; removed += batch) {
    const oldRows = sql`select ctid from ${measurements} where ${isOld} limit ${mostRemoved}`;
    batch = (await db.execute(sql`delete from ${measurements} where ctid = any(array(${oldRows}))`)).rowCount ?? 0;
  }
  const { rowCount: sums } = await db
    .delete(dailyNumbers)
    .where(sql`${dailyNumbers.day} < (now() - make_interval(months => ${numbersRetentionMonths}))::date`);
  return removed + (sums ?? 0);
}
