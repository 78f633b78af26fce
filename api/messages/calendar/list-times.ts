import { sql } from 'drizzle-orm';
import type { ApiContext } from '../../context.ts';
import { getBookingRules } from '../consultations/get-booking-rules.ts';
import { createIsFreeSql, createOfferedSlotsSql } from '../consultations/offered-slots.ts';

interface TimesInput {
  from: string;
  days: number;
  minutes?: number | undefined;
  id?: string | undefined;
}

/**
 * Returns the free times of some days, of each adviser. They are the times that visitors are offered, and those within
 * the notice too. The own time of the consultation `id` is free for it.
 */
export async function listTimes(ctx: ApiContext, { from, days, minutes, id }: TimesInput) {
  const found = await getBookingRules(ctx);
  const rules = { ...found, noticeMinutes: 0, lengthMinutes: minutes ?? found.lengthMinutes };
  const { rows } = await ctx.db.execute<{ adviser: number; begins: string; ends: string }>(sql`
    select adviser, begins, ends from ${createOfferedSlotsSql(rules)} offer
    where (begins at time zone ${rules.timeZone})::date between ${from}::date and ${from}::date + ${days - 1}::int
      and ${createIsFreeSql(id)}
    order by begins, adviser`);
  return {
    items: rows.map(({ adviser, begins, ends }) => ({
      adviser,
      start: new Date(begins).toISOString(),
      end: new Date(ends).toISOString(),
    })),
  };
}
