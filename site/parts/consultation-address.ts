const path = '/book-a-free-consultation';

/** Where a booked or requested consultation leads. */
export const thankYouPath = '/book-a-free-consultation-thank-you';

/** What the page's address may hold beside its path. */
export interface Place {
  zone?: string | null | undefined;
  from?: string | null | undefined;
  hold?: string | null | undefined;
  manage?: string | null | undefined;
  /** A time to move the appointment to, which the page asks about before it does. */
  to?: string | null | undefined;
  /** What else the page asks about before it does it. */
  ask?: 'cancel' | null | undefined;
  /** What the form before this page did. */
  done?: Done | null | undefined;
}

const allDone = ['confirmed', 'moved', 'cancelled'] as const;
export type Done = (typeof allDone)[number];

function isInstant(text: string | null): boolean {
  return /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
}

/** Reads what of it an address holds. */
export function placeOf({ searchParams }: URL): Place {
  return {
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: searchParams.get('hold'),
    manage: searchParams.get('manage'),
    to: isInstant(searchParams.get('to')) ? searchParams.get('to') : null,
    ask: searchParams.get('ask') === 'cancel' ? 'cancel' : null,
    done: allDone.find((done) => done === searchParams.get('done')) ?? null,
  };
}

/** Where the holder of a link fetches the calendar file of an appointment. */
export function calendarAddress(manage: string): string {
  return `${path}/appointment.ics?${new URLSearchParams({ manage })}`;
}

/** The page's address with these in it; what is empty is left out. */
export function addressOf(place: Place): string {
  const filled = Object.entries(place).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}
