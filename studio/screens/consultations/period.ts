import { addDays, addMonths, findMonday, findToday, formatCalendarDate, listMonthDays } from '../calendar/dates.ts';

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

/** Returns the days of a period. */
export function listDays({ view, day }: Period): string[] {
  if (view === 'day') return [day];
  if (view === 'month') return listMonthDays(day.slice(0, 7));
  return Array.from({ length: 7 }, (_, index) => addDays(findMonday(day), index));
}

/** Returns the address of a period. */
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

/** Names a period. */
export function formatPeriod({ view, day }: Period): string {
  if (view === 'month') return formatCalendarDate(`${day.slice(0, 7)}-01`, { month: 'long', year: 'numeric' });
  const named = view === 'day' ? day : findMonday(day);
  const text = formatCalendarDate(named, { day: 'numeric', month: 'long', year: 'numeric' });
  return view === 'day' ? `${formatCalendarDate(day, { weekday: 'long' })} ${text}` : `week of ${text}`;
}
