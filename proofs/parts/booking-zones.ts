import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { publishSettingFields } from '../../api/content/settings.ts';
import type { ApiContext } from '../../api/context.ts';
import { consultationSettings } from '../../api/db/consultation-tables.ts';
import { getBookingRules } from '../../api/messages/consultations/booking-rules.ts';
import { isTimeZoneConsistent } from '../../api/messages/consultations/is-time-zone-consistent.ts';
import { listFreeSlots } from '../../api/messages/consultations/list-slots.ts';
import { getUtcOffset, toLocalTime } from '../../contract/content/local-time.ts';
import { type Hours, updateBookingRules } from '../../testing/consultations.ts';

const hour = 3_600_000;
const day = 24 * hour;
const days = 730;

/** Working hours that include clock changes, and usual ones. Starts are half an hour apart. */
const openHours: [string, string][] = [
  ['00:00', '04:00'],
  ['09:00', '10:00'],
  ['22:00', '24:00'],
];

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const formatMinutes = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const starts = openHours.flatMap(([opens, closes]) =>
  Array.from({ length: (parseMinutes(closes) - parseMinutes(opens)) / 30 }, (_, index) => ({
    time: formatMinutes(parseMinutes(opens) + index * 30),
    closes: parseMinutes(closes),
  })),
);
const times = new Set(starts.map(({ time }) => time));

/** Returns the instants of a local time: none if a clock change skips it, two if it occurs twice. */
function findInstants(date: string, time: string, zone: string): number[] {
  const local = Date.parse(`${date}T${time}:00Z`);
  const offsets = new Set([
    getUtcOffset(local - day, zone),
    getUtcOffset(local + day, zone),
    getUtcOffset(local, zone),
  ]);
  return [...offsets]
    .map((offset) => local - offset)
    .filter((instant) => instant + getUtcOffset(instant, zone) === local);
}

/** Returns the days on which a zone's clocks change, from tomorrow to the end of the horizon. */
function findClockChanges(zone: string, from: number): string[] {
  const found: string[] = [];
  let before = getUtcOffset(from, zone);
  for (let at = from + day; at < from + days * day; at += day) {
    const after = getUtcOffset(at, zone);
    if (after !== before) found.push(new Date(at - day).toISOString().slice(0, 10));
    before = after;
  }
  return found;
}

/**
 * Returns a function that computes local date and time: by arithmetic on days with one offset, which is faster, and by
 * the zone's clock on others.
 */
function createLocalClock(zone: string): (start: string) => { date: string; time: string } {
  const offsets = new Map<number, number>();
  const getDayOffset = (dayNumber: number) => {
    const known = offsets.get(dayNumber) ?? getUtcOffset(dayNumber * day, zone);
    offsets.set(dayNumber, known);
    return known;
  };
  return (start) => {
    const dayNumber = Math.floor(Date.parse(start) / day);
    if (getDayOffset(dayNumber) !== getDayOffset(dayNumber + 1)) return toLocalTime(start, zone);
    const local = new Date(Date.parse(start) + getDayOffset(dayNumber)).toISOString();
    return { date: local.slice(0, 10), time: local.slice(11, 16) };
  };
}

/** Returns the errors in a zone's slots: a start outside the hours, a duplicate, or a missing start. */
function findWrongSlots(slots: { start: string }[], zone: string): string[] {
  const wrongs: string[] = [];
  const byDate = new Map<string, Set<string>>();
  const read = createLocalClock(zone);
  for (const { start } of slots) {
    const { date, time } = read(start);
    const known = byDate.get(date) ?? new Set();
    if (!times.has(time)) wrongs.push(`${zone}: ${start} is ${date} ${time}`);
    if (known.has(time)) wrongs.push(`${zone}: ${date} ${time} twice`);
    byDate.set(date, known.add(time));
  }
  // The lead time and the horizon cut the first and the last day.
  const dates = [...byDate.keys()].sort().slice(1, -1);
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  for (let at = Date.parse(first); at <= Date.parse(last); at += day) {
    const date = new Date(at).toISOString().slice(0, 10);
    const known = byDate.get(date);
    if (known?.size === starts.length) continue;
    for (const { time } of starts)
      if (!known?.has(time) && isPossibleStart(date, time, zone)) wrongs.push(`${zone}: ${date} ${time} is missing`);
  }
  return wrongs;
}

/** Returns whether a start exists on a day and its half hour ends before closing time. */
function isPossibleStart(date: string, time: string, zone: string): boolean {
  const closes = starts.find((start) => start.time === time)?.closes ?? 0;
  const local = Date.parse(`${date}T00:00:00Z`) + closes * 60_000;
  const [closeDate = '', closeTime = ''] = new Date(local).toISOString().slice(0, 16).split('T');
  const closings = findInstants(closeDate, closeTime, zone);
  return findInstants(date, time, zone).some(
    (start) => closings.length > 0 && start + 30 * 60_000 <= Math.max(...closings),
  );
}

/** Returns the slots whose day and time, as shown to a visitor in a zone, do not lead back to their instant. */
function findShiftedSlots(shown: { date: string; slots: { start: string }[] }[], zone: string): string[] {
  return shown.flatMap(({ date, slots }) =>
    slots
      .filter(({ start }) => {
        const local = toLocalTime(start, zone);
        return local.date !== date || !findInstants(local.date, local.time, zone).includes(Date.parse(start));
      })
      .map(({ start }) => `${zone}: ${start}`),
  );
}

/**
 * Checks every IANA zone that Node knows. In the company's zone, two years of slots must keep their local times. In a
 * visitor's zone, the weeks with clock changes must lead back to the same instants.
 */
export async function proveTimeZones(app: FastifyInstance, ctx: ApiContext): Promise<boolean> {
  const { db } = ctx;
  await db.execute(sql`delete from consultations`);
  const hours: Hours = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, openHours]));
  await updateBookingRules({ ctx }, { advisers: 1 }, hours);
  const setRules = async (timeZone: string, noticeMinutes: number, horizonDays: number) => {
    await db.update(consultationSettings).set({ timeZone });
    await publishSettingFields(ctx, 'forms', ({ consultation }) => ({
      consultation: { ...consultation, noticeMinutes, horizonDays },
    }));
  };
  const zones = Intl.supportedValuesOf('timeZone');
  const started = performance.now();
  const wrongs: string[] = [];
  let checked = 0;
  let shown = 0;
  let changes = 0;
  const inconsistent: string[] = [];
  for (const zone of zones) {
    if (!(await isTimeZoneConsistent(ctx, zone, days))) {
      inconsistent.push(zone);
      continue;
    }
    await setRules(zone, 0, days);
    const free = await listFreeSlots(ctx, await getBookingRules(ctx));
    checked += free.length;
    wrongs.push(...findWrongSlots(free, zone));
    for (const date of findClockChanges(zone, Date.now() + day)) {
      changes += 1;
      const from = new Date(Date.parse(date) - 3 * day).toISOString().slice(0, 10);
      const until = Math.ceil((Date.parse(date) - Date.now()) / day) + 5;
      await setRules(zone, Math.max(0, Math.min(43_200, (until - 15) * 1440)), Math.min(days, until));
      const answer = await app.inject(`/api/consultation/slots?${new URLSearchParams({ timeZone: zone, from })}`);
      const body = answer.json() as { days: { date: string; slots: { start: string }[] }[] };
      if (answer.statusCode !== 200 || body.days.length < 6) wrongs.push(`${zone}: ${answer.statusCode} for ${from}`);
      else wrongs.push(...findShiftedSlots(body.days, zone));
      shown += body.days?.reduce((sum, { slots }) => sum + slots.length, 0) ?? 0;
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${zones.length - inconsistent.length} zones over ${days} days: ${checked} slots at their local times, ${shown} shown around ${changes} clock changes; shifted, doubled or missing: ${wrongs.length}; ${seconds} s`,
  );
  if (inconsistent.length > 0)
    console.log(
      `${inconsistent.length} zones whose rules differ between the releases of PostgreSQL and Node, refused as the company's zone: ${inconsistent.join(', ')}`,
    );
  for (const wrong of wrongs.slice(0, 20)) console.log(`  ${wrong}`);
  // Node and PostgreSQL can have different releases of the time zone database. More differences than that mean an error
  // here.
  return wrongs.length === 0 && inconsistent.length <= 8;
}
