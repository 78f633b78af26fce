// How an instant reads in a zone: the same on server and client, in mails and on pages.

/** Fixed, since Intl for British English prints "Sept" (readings, "Formats"). */
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Whether a text is a time zone's IANA name that this program knows; offsets such as `+01:00` are none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

export interface LocalTime {
  /** `2026-11-24` */
  date: string;
  /** `Tuesday` */
  weekday: string;
  /** `24 Nov 2026` */
  day: string;
  /** `09:30`, of 24 hours */
  time: string;
  /** `GMT`, `GMT+5:30` */
  offset: string;
}

// Making a format costs far more than using it.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  formats.set(timeZone, made);
  return made;
}

/** An instant (ISO 8601) as clocks and calendars in a zone show it. */
export function localTime(instant: string, timeZone: string): LocalTime {
  const parts = formatFor(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [day, month, year] = [part('day'), part('month'), part('year')];
  return {
    date: `${year}-${month}-${day}`,
    weekday: part('weekday'),
    day: `${day} ${monthNames[Number(month) - 1]} ${year}`,
    time: `${part('hour')}:${part('minute')}`,
    // Newer Unicode data writes GMT+0 for GMT; server and browser may differ in theirs.
    offset: part('timeZoneName').replace(/\+0$/, ''),
  };
}

/** Milliseconds a zone's clock is ahead of UTC at an instant, in whole minutes. */
export function offsetAt(instant: number, timeZone: string): number {
  const { date, time } = localTime(new Date(instant).toISOString(), timeZone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}

/** A stretch of time in one line: `Tuesday 24 Nov 2026, 09:30–10:00 (Europe/London, GMT)`. */
export function stretchText({ start, end }: { start: string; end: string }, timeZone: string): string {
  const from = localTime(start, timeZone);
  return `${from.weekday} ${from.day}, ${from.time}–${localTime(end, timeZone).time} (${timeZone}, ${from.offset})`;
}
