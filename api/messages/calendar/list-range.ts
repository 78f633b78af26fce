import { sql } from 'drizzle-orm';
import type { ConsultationItem, ConsultationRange } from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import { type BookingRules, getBookingRules } from '../consultations/get-booking-rules.ts';
import { createWorkingHoursSql } from '../consultations/offered-slots.ts';
import { isPresentSql } from '../consultations/set-booking-rules.ts';

const toIso = (at: string) => new Date(at).toISOString();

/** Returns SQL for the instants between the first moment of a day and that of another day, in the company's zone. */
function createRangeSql({ timeZone }: BookingRules, from: string, days: number) {
  return sql`tstzrange(
    ${from}::date::timestamp at time zone ${timeZone},
    (${from}::date + ${days}::int)::timestamp at time zone ${timeZone})`;
}

interface ItemRow {
  id: string;
  reference: string | null;
  adviser: number;
  begins: string;
  ends: string;
  buffer_before: number;
  buffer_after: number;
  status: ConsultationItem['status'];
  held_until: string | null;
  name: string | null;
  channel: ConsultationItem['channel'];
  is_no_show: boolean;
  sequence: number;
}

/** The columns of an item of the calendar, of `booked` (consultations) and `sent` (submissions). */
export const itemColumnsSql = sql`
  booked.id, sent.reference, booked.adviser, lower(during) as begins, upper(during) as ends,
  coalesce(extract(epoch from lower(during) - lower(blocked)) / 60, 0)::float8 as buffer_before,
  coalesce(extract(epoch from upper(blocked) - upper(during)) / 60, 0)::float8 as buffer_after,
  case when status = 'UNCONFIRMED' and held_until <= now() then 'LAPSED' else status::text end as status,
  case when held_until > now() then held_until end as held_until,
  sent.name, booked.channel, no_show_at is not null as is_no_show, booked.sequence`;

/** Returns an item of the calendar as its operations do. */
export function presentItem(row: ItemRow): ConsultationItem {
  return {
    id: row.id,
    reference: row.reference,
    adviser: row.adviser,
    start: toIso(row.begins),
    end: toIso(row.ends),
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    status: row.status,
    heldUntil: row.held_until && toIso(row.held_until),
    name: row.name ?? '',
    channel: row.channel,
    isNoShow: row.is_no_show,
    sequence: row.sequence,
  };
}

/** Returns one item of the calendar by its id; null for an unknown id. */
export async function findItem({ db }: CompanyContext, id: string): Promise<ConsultationItem | null> {
  const { rows } = await db.execute<ItemRow & Record<string, unknown>>(sql`
    select ${itemColumnsSql} from consultations booked left join submissions sent on sent.id = booked.submission_id
    where booked.id = ${id}::uuid`);
  return rows[0] ? presentItem(rows[0]) : null;
}

/** Returns the advisers by number, also those who have gone. */
async function listAdviserSummaries({ db }: CompanyContext, { timeZone }: BookingRules) {
  const { rows } = await db.execute<{ id: number; name: string; colour: number; zone: string; present: boolean }>(sql`
    select id, name, colour, ${isPresentSql} as present,
      case when has_own_hours then coalesce(time_zone, ${timeZone}::text) else ${timeZone}::text end as zone
    from consultation_advisers order by id`);
  return rows.map(({ id, name, colour, zone, present }) => ({ id, name, colour, timeZone: zone, isPresent: present }));
}

/**
 * Returns the consultations of some days, and when advisers work. The days are those of the company's zone. Holds that
 * have expired are left out; they keep nobody from a time.
 */
export async function listRange(
  ctx: ApiContext,
  { from, days }: { from: string; days: number },
): Promise<ConsultationRange> {
  const rules = await getBookingRules(ctx);
  const range = createRangeSql(rules, from, days);
  const { rows: items } = await ctx.db.execute<ItemRow & Record<string, unknown>>(sql`
    select ${itemColumnsSql} from consultations booked left join submissions sent on sent.id = booked.submission_id
    where during && ${range} and (status <> 'HELD' or held_until > now())
    order by lower(during), booked.adviser, booked.id`);
  const { rows: hours } = await ctx.db.execute<{ adviser: number; begins: string; ends: string }>(sql`
    with hours as (
      select adviser, (day + opens) at time zone zone as begins, (day + closes) at time zone zone as ends
      from ${createWorkingHoursSql(rules, { first: sql`${from}::date - 1`, last: sql`${from}::date + ${days}::int` })} hours
    )
    select adviser, begins, ends from hours
    where begins < ends and tstzrange(begins, ends) && ${range} order by begins, adviser`);
  const { rows: daysOff } = await ctx.db.execute<{ adviser: number | null; day: string; reason: string }>(sql`
    select null::int as adviser, day::text, reason from consultation_days_off
    where day between ${from}::date and ${from}::date + ${days - 1}::int
    union all
    select adviser, day::text, reason from consultation_adviser_days_off
    where day between ${from}::date and ${from}::date + ${days - 1}::int
    order by 2, 1 nulls first`);
  return {
    timeZone: rules.timeZone,
    now: new Date().toISOString(),
    lengthMinutes: rules.lengthMinutes,
    advisers: await listAdviserSummaries(ctx, rules),
    items: items.map(presentItem),
    hours: hours.map(({ adviser, begins, ends }) => ({ adviser, start: toIso(begins), end: toIso(ends) })),
    daysOff,
  };
}
