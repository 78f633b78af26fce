import { toLocalTime } from '../../contract/content/local-time.ts';

// Creating a format costs far more than using one.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', options);
  formats.set(key, known);
  return known.format(new Date(iso));
}

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const shortDay = { day: 'numeric', month: 'short' } as const;

/**
 * Formats a moment in the company's time zone, the same on server and browser: 23 Nov 2026, 14:02. A `weekday` helps
 * somebody who chooses the moment: Mon 23 Nov 2026, 14:02.
 */
export function formatTime(iso: string, timeZone: string, weekday?: 'weekday'): string {
  const text = format(iso, { ...shortDay, year: 'numeric', ...clock, timeZone });
  return weekday ? `${toLocalTime(iso, timeZone).weekday.slice(0, 3)} ${text}` : text;
}

/** Formats the time of day of a moment in the company's time zone: 14:02. */
export function formatClock(iso: string, timeZone: string): string {
  return format(iso, { ...clock, timeZone });
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'narrow' });

/**
 * Formats a moment by its distance from now: `4 min ago`, `in 3 h`, `yesterday`, `23 Nov`. Days are counted by the
 * calendar of the time zone. From a week on it is a date.
 */
export function formatRelativeTime(iso: string, now: number, timeZone: string): string {
  const distance = Date.parse(iso) - now;
  const size = Math.abs(distance);
  if (size < minute) return 'now';
  if (size < hour) return relative.format(Math.trunc(distance / minute), 'minute');
  if (size < day) return relative.format(Math.trunc(distance / hour), 'hour');
  const [then, today] = [iso, new Date(now).toISOString()].map((at) => Date.parse(toLocalTime(at, timeZone).date));
  const days = ((then ?? 0) - (today ?? 0)) / day;
  if (Math.abs(days) < 7) return relative.format(days, 'day');
  const isThisYear = new Date(iso).getUTCFullYear() === new Date(now).getUTCFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return format(iso, { ...shortDay, ...year, timeZone });
}

/** Formats the day of a moment in the company's time zone: 3 Dec. */
export function formatDay(iso: string, timeZone: string): string {
  return format(iso, { ...shortDay, timeZone });
}
