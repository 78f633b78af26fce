import { toInstant } from '../../../contract/content/local-time.ts';
import { toFieldValue } from '../../parts/moment.tsx';

// Dates are texts such as `2026-11-24`, without a time zone.

const toDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** Formats a date or the first day of a month. */
export function formatCalendarDate(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(toDate(date));
}

/** Formats a day by its name: Saturday 29 March. */
export function formatDayName(day: string): string {
  return formatCalendarDate(day, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Returns the date that is a number of days after another, or before it if the number is negative. */
export function addDays(date: string, count: number): string {
  const other = toDate(date);
  other.setUTCDate(other.getUTCDate() + count);
  return other.toISOString().slice(0, 10);
}

/** Returns the month that is a number of months after another: `2026-12` and 1 → `2027-01`. */
export function addMonths(month: string, count: number): string {
  const other = toDate(`${month}-01`);
  other.setUTCMonth(other.getUTCMonth() + count);
  return other.toISOString().slice(0, 7);
}

/** Returns the Monday of the week of a date. */
export function findMonday(date: string): string {
  return addDays(date, -((toDate(date).getUTCDay() + 6) % 7));
}

/** Returns the dates of the whole weeks that hold a month. */
export function listMonthDays(month: string): string[] {
  const first = findMonday(`${month}-01`);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const days = (toDate(addDays(findMonday(last), 7)).getTime() - toDate(first).getTime()) / 86_400_000;
  return Array.from({ length: days }, (_, index) => addDays(first, index));
}

/** Returns today's date in a time zone. */
export function findToday(timeZone: string): string {
  return toFieldValue(new Date().toISOString(), timeZone).slice(0, 10);
}

/** Returns a moment moved by days, at the same time of day in a time zone, although clocks may change in between. */
export function moveByDays(at: string, count: number, timeZone: string): string {
  const [day = '', time = ''] = toFieldValue(at, timeZone).split('T');
  return toInstant(`${addDays(day, count)}T${time}`, timeZone)?.toISOString() ?? at;
}
