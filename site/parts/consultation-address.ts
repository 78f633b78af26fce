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

export type Done = 'confirmed' | 'moved' | 'cancelled';

/** Where the holder of a link fetches the calendar file of an appointment. */
export function calendarAddress(manage: string): string {
  return `${path}/appointment.ics?${new URLSearchParams({ manage })}`;
}

/** The page's address with these in it; what is empty is left out. */
export function addressOf(place: Place): string {
  const filled = Object.entries(place).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}
