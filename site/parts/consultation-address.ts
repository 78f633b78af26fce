const path = '/book-a-free-consultation';

/** The page that follows a booking or a request for a consultation. */
export const thankYouPath = '/book-a-free-consultation-thank-you';

/** What a visitor did to an appointment. */
export type CompletedChange = 'confirmed' | 'moved' | 'cancelled';

/** The query parameters of the consultation page. */
export interface ConsultationParameters {
  /** The time zone that the visitor chose. */
  zone?: string | null | undefined;
  /** The first day of the shown week. */
  from?: string | null | undefined;
  /** The token of a held time. */
  hold?: string | null | undefined;
  /** The token of an appointment. */
  manage?: string | null | undefined;
  /** The start of the time to which the appointment is to be moved; the page asks before it moves. */
  to?: string | null | undefined;
  /** Makes the page ask whether to cancel. */
  ask?: 'cancel' | null | undefined;
  /** The change that led to the page. */
  done?: CompletedChange | null | undefined;
}

/** Returns the address of an appointment's calendar file. */
export function getCalendarAddress(manage: string): string {
  return `${path}/appointment.ics?${new URLSearchParams({ manage })}`;
}

/** Returns the address of the consultation page with these parameters; empty ones are left out. */
export function getConsultationAddress(parameters: ConsultationParameters): string {
  const filled = Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}
