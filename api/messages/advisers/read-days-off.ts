import ICAL from 'ical.js';
import { formatCount } from '../../../contract/content/number-text.ts';
import { ApiError } from '../../errors.ts';

// The iterator of ical.js searches without an end for the next occurrence of a rule that has none, such as
// `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`. This file alone bounds it, by a method that the iterator calls at each step.

/** How many steps the rules of one file may take together. A step takes up to 50 µs. */
const mostSteps = 20_000;
const mostInterval = 1_000;
const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** A rule that is refused, with the reason. */
class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Steps that the rules of a file still may take. */
interface StepBudget {
  left: number;
}

const createStepBudget = (): StepBudget => ({ left: mostSteps });

/** Returns whether a date is in a month and on a day that a rule names: ical.js makes 2 March of 30 February. */
function isOfRule({ month, day }: ICAL.Time, { parts }: ICAL.Recur): boolean {
  const months = parts.BYMONTH?.map(Number);
  const days = parts.BYMONTHDAY?.map(Number);
  return (months?.includes(month) ?? true) && (days?.some((each) => each < 0 || each === day) ?? true);
}

/**
 * Returns the dates of a rule from its first day to `last`. Throws `RuleError` for a rule that repeats within a day,
 * has a huge interval, contradicts itself, or takes more steps than are left.
 */
function expandRule(rule: ICAL.Recur, first: ICAL.Time, last: string, budget: StepBudget): string[] {
  if (!frequencies.has(rule.freq)) throw new RuleError('repeats within a day');
  if (rule.interval < 1 || rule.interval > mostInterval) throw new RuleError('has no possible interval');
  const end = ICAL.Time.fromDateString(last);
  // An end also bounds the search for the next year.
  if (!rule.until || rule.until.compare(end) > 0) rule.until = end;
  const dates: string[] = [];
  try {
    const iterator = rule.iterator(first);
    const isAllowed = iterator.check_contracting_rules;
    iterator.check_contracting_rules = () => {
      budget.left -= 1;
      if (budget.left < 0) throw new RuleError('repeats too often');
      return isAllowed.call(iterator);
    };
    for (let next = iterator.next(); next; next = iterator.next()) {
      budget.left -= 1;
      if (budget.left < 0) throw new RuleError('repeats too often');
      if (isOfRule(next, rule)) dates.push(next.toString().slice(0, 10));
    }
  } catch (error) {
    throw error instanceof RuleError ? error : new RuleError('contradicts itself');
  }
  return dates;
}

/** The most events of a file, and the most days off that it brings. */
const mostEvents = 5_000;
const mostDays = 1_000;
const mostDaysOfEvent = 366;

export interface DaysOffOfFile {
  days: { day: string; reason: string }[];
  leftOut: { count: number; why: string }[];
}

const createFileError = (message: string) => new ApiError('unprocessable', message, [{ path: 'file', message }]);

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the whole-day events of a calendar file. Throws `unprocessable` for another file. */
function parseEvents(file: string): ICAL.Component[] {
  const text = file.replace(/^\uFEFF/, '');
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw createFileError('This is no calendar file (iCalendar, .ics).');
  let parsed: unknown;
  try {
    parsed = ICAL.parse(text);
  } catch {
    throw createFileError('This calendar file is damaged: it does not follow RFC 5545.');
  }
  // A file with several calendars is a list of them.
  const calendars = (Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : parsed) as object[];
  const events = calendars.flatMap((one) => new ICAL.Component(one as never).getAllSubcomponents('vevent'));
  if (events.length > mostEvents) throw createFileError(`The file has more than ${formatCount(mostEvents, 'event')}.`);
  return events;
}

/** Returns an event's value that is a date; null for a time of day, and where it is missing or malformed. */
function readDate(event: ICAL.Component, name: string): ICAL.Time | null {
  const value: unknown = event.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time) || !value.isDate) return null;
  return value.year >= 1900 && value.year <= 2200 && value.month >= 1 && value.day >= 1 ? value : null;
}

/** Returns how many days a whole-day event has: its end is the day after the last one (RFC 5545, section 3.6.1). */
function countDays(event: ICAL.Component, first: ICAL.Time): number {
  const end = readDate(event, 'dtend');
  const duration: unknown = event.getFirstPropertyValue('duration');
  const days = end
    ? (Date.parse(end.toString()) - Date.parse(first.toString())) / 86_400_000
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() / 86_400
      : 1;
  return Number.isFinite(days) ? Math.max(1, Math.floor(days)) : 1;
}

function listDates(event: ICAL.Component, name: string): string[] {
  return event
    .getAllProperties(name)
    .flatMap((property) => property.getValues() as unknown[])
    .flatMap((value) => (value instanceof ICAL.Time ? [value.toString().slice(0, 10)] : []));
}

/** Returns the first days of an event: its own, those of its rules and dates, without the excluded ones. */
function listStarts(event: ICAL.Component, first: ICAL.Time, last: string, budget: StepBudget): string[] {
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue() as unknown);
  const starts = rules.flatMap((rule) => {
    if (!(rule instanceof ICAL.Recur)) throw new RuleError('contradicts itself');
    return expandRule(rule, first.clone(), last, budget);
  });
  const excluded = new Set(listDates(event, 'exdate'));
  return [first.toString().slice(0, 10), ...starts, ...listDates(event, 'rdate')].filter((day) => !excluded.has(day));
}

/**
 * Reads the days off of a calendar file: the days of its whole-day events from `first` to `last`, each once. Rules that
 * repeat are followed to `last`. Events with a time of day, cancelled ones and those outside of these days are left out
 * and counted. Throws `unprocessable` for a file that is no calendar, or that brings too many days.
 */
export function readDaysOff(file: string, { first, last }: { first: string; last: string }): DaysOffOfFile {
  const days = new Map<string, string>();
  const leftOut = new Map<string, number>();
  const leave = (why: string) => leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  const budget = createStepBudget();
  const events = parseEvents(file);
  // An event that was moved within a series names the day that it replaces.
  const replaced = new Set(
    events.flatMap((event) => {
      const of = readDate(event, 'recurrence-id');
      return of ? [`${event.getFirstPropertyValue('uid')} ${of.toString()}`] : [];
    }),
  );
  for (const event of events) {
    const start = readDate(event, 'dtstart');
    const status = String(event.getFirstPropertyValue('status') ?? '');
    if (status.toUpperCase() === 'CANCELLED') leave('cancelled');
    else if (!start) leave('with a time of day');
    else {
      try {
        const length = countDays(event, start);
        if (length > mostDaysOfEvent) throw new RuleError('is longer than a year');
        const uid = event.getFirstPropertyValue('uid');
        const isMoved = event.hasProperty('recurrence-id');
        const text = String(event.getFirstPropertyValue('summary') ?? '');
        const reason = text
          .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
          .trim()
          .slice(0, 120);
        const starts = listStarts(event, start, last, budget).filter(
          (day) => isMoved || !replaced.has(`${uid} ${day}`),
        );
        const own = starts.flatMap((day) => Array.from({ length }, (_, index) => addDays(day, index)));
        const shown = own.filter((day) => day >= first && day <= last);
        if (shown.length === 0) leave('in the past, or later than two years from now');
        for (const day of shown) if (!days.has(day)) days.set(day, reason);
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        leave(`with a rule that ${error.message}`);
      }
    }
    if (days.size > mostDays) throw createFileError(`The file brings more than ${formatCount(mostDays, 'day')} off.`);
  }
  return {
    days: [...days].sort().map(([day, reason]) => ({ day, reason })),
    leftOut: [...leftOut].map(([why, count]) => ({ why, count })),
  };
}
