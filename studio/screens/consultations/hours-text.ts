import type { FieldError } from '../../../contract/http/errors.ts';
import type { DayHours } from '../../../contract/studio/consultation-shapes.ts';
import { createFormFailure } from '../../read-fields.ts';
import { addDays } from '../calendar/dates.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Formats the hours of a day: `09:00-12:00, 13:00-17:00`. */
export function formatHours(hours: DayHours): string {
  return hours.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');
}

/** The most stretches of hours of a day. */
export const maxStretches = 6;

/** Returns the names of the fields of a stretch of hours. */
export const nameStretch = (name: string, index: number) => [`${name} ${index} from`, `${name} ${index} to`] as const;

/** Returns the stretches of hours whose fields a form has, as they were typed, in their order. */
export function listTyped(form: Record<string, string>, name: string): DayHours {
  return Array.from({ length: maxStretches }, (_, index) => nameStretch(name, index))
    .map(([from, to]) => ({ opens: form[from] ?? '', closes: form[to] ?? '' }))
    .filter(({ opens, closes }) => opens || closes)
    .sort((one, other) => one.opens.localeCompare(other.opens));
}

/** Reads the hours of a day from a form. Throws a failure that names what is wrong. A day can have none. */
export function readHours(form: Record<string, string>, ...names: readonly string[]): DayHours[] {
  const fields: FieldError[] = [];
  const days = names.map((path) => {
    // A field of a time has no 24:00.
    const hours = listTyped(form, path).map((one) => (one.closes === '00:00' ? { ...one, closes: '24:00' } : one));
    const isRight = hours.every(
      ({ opens, closes }, index) => opens && opens < closes && opens >= (hours[index - 1]?.closes ?? ''),
    );
    if (!isRight) fields.push({ path, message: 'must have a start and a later end, and no overlap' });
    return hours;
  });
  if (fields.length > 0) throw createFormFailure('The hours were not saved.', fields);
  return days;
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
