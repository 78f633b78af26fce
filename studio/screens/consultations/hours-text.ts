import type { FieldError } from '../../../contract/http/errors.ts';
import type { DayHours } from '../../../contract/studio/consultation-shapes.ts';
import { createFormFailure } from '../../read-fields.ts';
import { addDays } from '../calendar/dates.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Formats the hours of a day as people type them: `09:00-12:00, 13:00-17:00`. */
export function formatHours(hours: DayHours): string {
  return hours.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');
}

/** Returns a time of day with two digits of the hour; another text stays, and is refused by the server. */
const toTime = (text: string) =>
  text
    .trim()
    .replace(/^(\d):/, '0$1:')
    .replace(/^(\d\d?)$/, (hour) => `${hour.padStart(2, '0')}:00`);

/** Reads the hours of a day; null for a text that is none. An empty text is a day without hours. */
export function parseHours(text: string): DayHours | null {
  if (/^\s*(?:closed|-|–)?\s*$/i.test(text)) return [];
  const parts = text.split(/[,;]/).map((part) => part.split(/\s*(?:-|–|—|to)\s*/));
  const hours = parts.map(([opens = '', closes = '']) => ({ opens: toTime(opens), closes: toTime(closes) }));
  const isTime = (time: string) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time);
  const isValid =
    parts.every(({ length }) => length === 2) && hours.every((one) => isTime(one.opens) && isTime(one.closes));
  return isValid ? hours : null;
}

/** Reads the seven hours of a week from a form. Throws a failure that names the days that are wrong. */
export function readWeek(form: Record<string, string>): DayHours[] {
  const week = weekdays.map((day) => parseHours(form[day] ?? ''));
  const fields: FieldError[] = weekdays.flatMap((path, index) =>
    week[index] ? [] : [{ path, message: 'must be hours such as 09:00-12:00, 13:00-17:00, or empty' }],
  );
  if (fields.length > 0) throw createFormFailure('The hours were not saved.', fields);
  return week.map((hours) => hours ?? []);
}

/** Summarizes a week: days with equal hours stand together, and days without hours are left out. */
export function summarizeWeek(week: readonly DayHours[]): string {
  const groups: { from: number; to: number; text: string }[] = [];
  for (const [index, hours] of week.entries()) {
    const text = formatHours(hours);
    const last = groups.at(-1);
    if (last?.text === text && last.to === index - 1) last.to = index;
    else groups.push({ from: index, to: index, text });
  }
  const name = (index: number) => weekdays[index]?.slice(0, 3) ?? '';
  const shown = groups.filter(({ text }) => text !== '');
  return (
    shown.map(({ from, to, text }) => `${from === to ? name(from) : `${name(from)}–${name(to)}`} ${text}`).join('; ') ||
    'No hours'
  );
}

export interface DayOff {
  day: string;
  reason: string;
  isFromFile: boolean;
}

/** Days off that follow each other for the same reason. */
export interface DaysOff {
  from: string;
  to: string;
  reason: string;
  isFromFile: boolean;
}

/** Joins days off that follow each other for the same reason. */
export function joinDaysOff(days: readonly DayOff[]): DaysOff[] {
  const joined: DaysOff[] = [];
  for (const { day, reason, isFromFile } of days) {
    const last = joined.at(-1);
    if (last && last.reason === reason && last.isFromFile === isFromFile && addDays(last.to, 1) === day) last.to = day;
    else joined.push({ from: day, to: day, reason, isFromFile });
  }
  return joined;
}
