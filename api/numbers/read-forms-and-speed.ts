import { sql } from 'drizzle-orm';
import type { MetricName } from '../../contract/content/metric-names.ts';
import { measuredForms } from '../../contract/forms/measured-events.ts';
import type { FormNumbers, SpeedNumbers } from '../../contract/studio/number-operations.ts';
import type { ApiContext } from '../context.ts';
import { readLastSummed, selectFigures } from './figures.ts';
import { isMeasuring } from './is-measuring.ts';
import { fromBucket } from './measuring.ts';
import { getToday } from './read-numbers.ts';

/** Returns how each form was used in a period. */
export async function getFormNumbers(
  ctx: ApiContext,
  { days }: { days: number },
): Promise<{ isMeasured: boolean; items: FormNumbers[] }> {
  await ctx.measurements.flush();
  const today = getToday(ctx);
  const figures = selectFigures(
    ['begun', 'left', 'sent'],
    ctx.company.timeZone,
    sql`(${today} - ${days - 1}::int)`,
    today,
    await readLastSummed(ctx),
  );
  const { rows } = await ctx.db.execute<{ kind: string; name: string; detail: string; times: number }>(sql`
    select kind, name, detail, sum(times)::int as times from ${figures} as figures
    group by kind, name, detail order by times desc, detail`);
  const items = measuredForms.map((form) => {
    const ofForm = rows.filter(({ name }) => name === form);
    const sum = (kind: string) =>
      ofForm.filter((row) => row.kind === kind).reduce((total, { times }) => total + times, 0);
    const fields = ofForm.filter(({ kind }) => kind === 'left').slice(0, 50);
    return {
      form,
      begun: sum('begun'),
      sent: sum('sent'),
      left: sum('left'),
      fields: fields.map(({ detail, times }) => ({ field: detail, left: times })),
    };
  });
  return { isMeasured: await isMeasuring(ctx), items };
}

/** The days whose values are counted, as those of other tools are. */
const speedDays = 28;

/** Returns one page of the speed of pages, the most measured first. */
export async function getSpeedNumbers(
  ctx: ApiContext,
  { page, size }: { page: number; size: number },
): Promise<{ isMeasured: boolean; items: SpeedNumbers[]; page: number; size: number; total: number }> {
  await ctx.measurements.flush();
  const today = getToday(ctx);
  const from = sql`(${today} - ${speedDays - 1}::int)`;
  const figures = selectFigures(['vital'], ctx.company.timeZone, from, today, await readLastSummed(ctx));
  const { rows } = await ctx.db.execute<{
    name: string;
    samples: number;
    metric: MetricName;
    bucket: number;
    total: number;
  }>(sql`
    with counted as materialized (
      select name, split_part(detail, ':', 1) as metric, split_part(detail, ':', 2)::int as bucket, sum(times) as times
      from ${figures} as figures group by name, detail),
    running as (
      select *, sum(times) over (partition by name, metric order by bucket) as below,
        sum(times) over (partition by name, metric) as samples
      from counted),
    found as (
      select name, metric, max(samples)::int as samples, min(bucket) filter (where below >= 0.75 * samples) as bucket
      from running group by name, metric),
    listed as (
      select name, max(samples) as samples, count(*) over ()::int as total from found
      group by name order by samples desc, name limit ${size} offset ${page * size})
    select name, listed.samples, metric, bucket, total from listed join found using (name)
    order by listed.samples desc, name`);
  const items = new Map<string, SpeedNumbers>();
  for (const { name, samples, metric, bucket } of rows) {
    const item = items.get(name) ?? { page: name, samples, p75: {} };
    item.p75[metric] = fromBucket(metric, bucket);
    items.set(name, item);
  }
  const total = rows[0]?.total ?? 0;
  return { isMeasured: await isMeasuring(ctx), items: [...items.values()], page, size, total };
}
