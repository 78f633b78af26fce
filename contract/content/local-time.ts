// Formats instants in a time zone, alike on server and client, in mails and on pages.

/** The time zone of a company that names none. */
export const defaultTimeZone = 'Europe/London';

/** A fixed list, because Intl for British English prints "Sept" (readings, "Formats"). */
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns whether a text is the IANA name of a known time zone; offsets such as `+01:00` are not. */
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

// Creating a format costs far more than using one.
const formats = new Map<string, Intl.DateTimeFormat>();

/** More than there are time zones. Names in other spellings are valid too, and a format takes about 30 kB. */
const maxFormats = 600;

function getFormat(timeZone: string): Intl.DateTimeFormat {
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
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** Returns the local date and time of an instant (ISO 8601) in a time zone. */
export function toLocalTime(instant: string, timeZone: string): LocalTime {
  const parts = getFormat(timeZone).formatToParts(new Date(instant));
  const getPart = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [day, month, year] = [getPart('day'), getPart('month'), getPart('year')];
  return {
    date: `${year}-${month}-${day}`,
    weekday: getPart('weekday'),
    day: `${day} ${monthNames[Number(month) - 1]} ${year}`,
    time: `${getPart('hour')}:${getPart('minute')}`,
    // Newer Unicode data writes GMT+0 for GMT; server and browser may differ in theirs.
    offset: getPart('timeZoneName').replace(/\+0$/, ''),
  };
}

/** Returns the UTC offset of a time zone at an instant, in milliseconds, to whole minutes. */
export function getUtcOffset(instant: number, timeZone: string): number {
  const { date, time } = toLocalTime(new Date(instant).toISOString(), timeZone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}

/**
 * Returns the instant of a local time, such as `2026-12-01T09:00`, in a time zone. A local time that a clock change
 * skips is moved forward by the skipped time; of a repeated local time the first is used. Null for a text that is no
 * time, and for a year before 1000: a field has the year 0002 while somebody types 2026.
 */
export function toInstant(local: string, timeZone: string): Date | null {
  const asUtc = /^[1-9]\d{3}-/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (!Number.isFinite(asUtc) || !new Date(asUtc).toISOString().startsWith(local.slice(0, 16))) return null;
  const day = 86_400_000;
  // The offsets before and after any change of clocks near this time.
  const before = asUtc - getUtcOffset(asUtc - day, timeZone);
  const after = asUtc - getUtcOffset(asUtc + day, timeZone);
  const isRight = (instant: number) => instant + getUtcOffset(instant, timeZone) === asUtc;
  const instant = [before, after].sort((a, b) => a - b).find(isRight) ?? before;
  return new Date(instant);
}

/** Formats a time range in one line: `Tuesday 24 Nov 2026, 09:30–10:00 (Europe/London, GMT)`. UTC needs no offset. */
export function formatTimeRange({ start, end }: { start: string; end: string }, timeZone: string): string {
  const from = toLocalTime(start, timeZone);
  const zone = timeZone === 'UTC' ? timeZone : `${timeZone}, ${from.offset}`;
  return `${from.weekday} ${from.day}, ${from.time}–${toLocalTime(end, timeZone).time} (${zone})`;
}
