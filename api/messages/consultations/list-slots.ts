import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { SlotPage, slotsInput } from '../../../contract/forms/consultation-shapes.ts';
import type { ApiContext, Context } from '../../context.ts';
import { type BookingRules, getBookingRules } from './get-booking-rules.ts';
import { createIsFreeSql, createOfferedSlotsSql } from './offered-slots.ts';

const daysShown = 7;
const dayLength = 86_400_000;

/** Returns a date some days later: `2026-11-30`, 7 → `2026-12-07`. */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}

/** Returns all slots from now to the horizon at which an adviser is free, in order. */
export async function listFreeSlots({ db }: Context, rules: BookingRules): Promise<{ start: string; end: string }[]> {
  const { rows } = await db.execute<{ begins: string; ends: string }>(sql`
    select distinct begins, ends from ${createOfferedSlotsSql(rules)} offer
    where ${createIsFreeSql()} order by begins`);
  return rows.map(({ begins, ends }) => ({
    start: new Date(begins).toISOString(),
    end: new Date(ends).toISOString(),
  }));
}

/** Returns the free slots of seven days; see `slots` in the contract. */
export async function listSlots(ctx: ApiContext, input: z.output<typeof slotsInput>): Promise<SlotPage> {
  const rules = await getBookingRules(ctx);
  const { timeZone: officeTimeZone, lengthMinutes: slotMinutes } = rules;
  const timeZone = input.timeZone ?? officeTimeZone;
  const free = (await listFreeSlots(ctx, rules)).map((slot) => ({
    ...slot,
    date: toLocalTime(slot.start, timeZone).date,
  }));
  const today = toLocalTime(new Date().toISOString(), timeZone).date;
  const from = input.from ?? free[0]?.date ?? today;
  const afterLastDay = addDays(from, daysShown);

  const shown = Map.groupBy(
    free.filter(({ date }) => date >= from && date < afterLastDay),
    ({ date }) => date,
  );
  const earlier = free.findLast(({ date }) => date < from);
  const later = free.find(({ date }) => date >= afterLastDay);
  return {
    timeZone,
    officeTimeZone,
    slotMinutes,
    from,
    days: [...shown].map(([date, slots]) => ({ date, slots: slots.map(({ start, end }) => ({ start, end })) })),
    // The previous page shows the seven days before this page, or the last free days when those seven have none.
    previous: earlier ? getEarlier(addDays(from, -daysShown), addDays(earlier.date, 1 - daysShown)) : null,
    next: later ? later.date : null,
  };
}

function getEarlier(a: string, b: string): string {
  return a < b ? a : b;
}
