import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { ConsultationItem } from '../../../contract/studio/consultation-shapes.ts';
import { addDays, addMonths, findMonday, findToday, formatCalendarDate, listMonthDays } from '../calendar/dates.ts';

// Where a consultation stands in the column of a day. The column is a grid with a row for each quarter of an hour; CSS
// reads the place from data attributes, because the policy of the page allows no styles in attributes.

/** Rows of a day: hours and quarters, and how many of them. */
export interface DayPlace {
  hour: number;
  quarter: number;
  hours: number;
  quarters: number;
}

interface Times {
  start: string;
  end: string;
}

/** Returns the quarter of the day in which a local time lies, from 0. */
function findQuarter(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 4 + Math.floor(Number(minutes) / 15);
}

/**
 * Returns the rows of a time on a day; null if it is not on that day. Local times, so a change of clocks moves nothing.
 */
export function placeInDay({ start, end }: Times, day: string, timeZone: string): DayPlace | null {
  const from = toLocalTime(start, timeZone);
  const to = toLocalTime(end, timeZone);
  if (from.date > day || to.date < day || (to.date === day && to.time === '00:00' && from.date < day)) return null;
  const first = from.date < day ? 0 : findQuarter(from.time);
  const last =
    to.date > day ? 96 : Math.max(first + 1, Math.ceil(findQuarter(to.time) + (Number(to.time.slice(3)) % 15 ? 1 : 0)));
  const count = last - first;
  return { hour: Math.floor(first / 4), quarter: first % 4, hours: Math.floor(count / 4), quarters: count % 4 };
}

/** The most consultations that are drawn beside each other. */
const mostLanes = 4;

/** A consultation and its lane among those of the same time, from 1; `lanes` is 1 where it has the width alone. */
export interface Placed<T> {
  item: T;
  lane: number;
  lanes: number;
}

/** Gives consultations that overlap lanes beside each other, in the order of their starts. */
export function assignLanes<T extends Times>(items: readonly T[]): Placed<T>[] {
  const placed: Placed<T>[] = [];
  let group: Placed<T>[] = [];
  let groupEnd = '';
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane));
    placed.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const item of items.toSorted((a, b) => a.start.localeCompare(b.start))) {
    if (group.length > 0 && item.start >= groupEnd) close();
    const busy = group.filter((one) => one.item.end > item.start).map(({ lane }) => lane);
    const lane = [1, 2, 3, 4].find((each) => !busy.includes(each)) ?? mostLanes;
    group.push({ item, lane, lanes: 1 });
    groupEnd = group.reduce((latest, one) => (one.item.end > latest ? one.item.end : latest), '');
  }
  close();
  return placed;
}

/** Returns the hours that a calendar shows: at least from 8 to 18, and all that has hours or consultations. */
export function findShownHours(
  times: readonly Times[],
  days: readonly string[],
  timeZone: string,
): { first: number; last: number } {
  let [first, last] = [8, 18];
  for (const day of days)
    for (const time of times) {
      const place = placeInDay(time, day, timeZone);
      if (!place) continue;
      first = Math.min(first, place.hour);
      last = Math.max(last, Math.ceil(place.hour + place.hours + (place.quarter + place.quarters) / 4));
    }
  return { first, last: Math.min(24, last) };
}

export function listItemsOfDay(items: readonly ConsultationItem[], day: string, timeZone: string): ConsultationItem[] {
  return items.filter((item) => placeInDay(item, day, timeZone) !== null);
}

/** What the address of the calendar says. */
export interface Period {
  view: 'day' | 'week' | 'month';
  /** The day that the period holds. */
  day: string;
  /** The shown adviser; null for all. */
  adviser: number | null;
  /** Whether cancelled and lapsed consultations are shown too. */
  isFull: boolean;
}

const isDate = (text: string) => /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the period of an address; without one it is this week. */
export function readPeriod({ searchParams }: URL, timeZone: string): Period {
  const [view, day, adviser] = ['view', 'day', 'adviser'].map((name) => searchParams.get(name) ?? '');
  return {
    view: view === 'day' || view === 'month' ? view : 'week',
    day: day && isDate(day) ? day : findToday(timeZone),
    adviser: /^[1-9]\d{0,8}$/.test(adviser ?? '') ? Number(adviser) : null,
    isFull: searchParams.get('show') === 'all',
  };
}

export function listDays({ view, day }: Period): string[] {
  if (view === 'day') return [day];
  if (view === 'month') return listMonthDays(day.slice(0, 7));
  return Array.from({ length: 7 }, (_, index) => addDays(findMonday(day), index));
}

export function getPeriodAddress({ view, day, adviser, isFull }: Period): string {
  const query = new URLSearchParams({
    ...(view === 'week' ? {} : { view }),
    day,
    ...(adviser === null ? {} : { adviser: String(adviser) }),
    ...(isFull ? { show: 'all' } : {}),
  });
  return `/studio/consultations?${query}`;
}

/** Returns the period before (-1) or after (1) another. */
export function movePeriod(period: Period, count: -1 | 1): Period {
  const { view, day } = period;
  if (view === 'month') return { ...period, day: `${addMonths(day.slice(0, 7), count)}-01` };
  return { ...period, day: addDays(day, view === 'day' ? count : 7 * count) };
}

export function formatPeriod({ view, day }: Period): string {
  if (view === 'month') return formatCalendarDate(`${day.slice(0, 7)}-01`, { month: 'long', year: 'numeric' });
  const named = view === 'day' ? day : findMonday(day);
  const text = formatCalendarDate(named, { day: 'numeric', month: 'long', year: 'numeric' });
  return view === 'day' ? `${formatCalendarDate(day, { weekday: 'long' })} ${text}` : `week of ${text}`;
}
