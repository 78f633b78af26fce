import { sql } from 'drizzle-orm';
import type { CompanyContext } from '../../context.ts';
import { views } from '../../db/index.ts';

/** Returns the views of all entries on each of the last seven days of the company's time zone, today last. */
export async function countViewsByDay({ db, company }: CompanyContext): Promise<{ day: string; views: number }[]> {
  const zone = company.timeZone;
  const today = sql`(now() at time zone ${zone})::date`;
  const { rows } = await db.execute<{ day: string; views: number }>(sql`
    with counted as (
      select (${views.viewedHour} at time zone ${zone})::date as day, sum(${views.times})::int as views
      from ${views} where ${views.viewedHour} >= (${today} - 6)::timestamp at time zone ${zone} group by 1)
    select to_char(${today} - ago, 'YYYY-MM-DD') as day, coalesce(counted.views, 0) as views
    from generate_series(6, 0, -1) as ago left join counted on counted.day = ${today} - ago::int order by 1`);
  return rows;
}
