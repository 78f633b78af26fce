/** Formats a moment in the company's time zone, the same on server and browser: 23 Nov 2026, 14:02. */
export function formatTime(iso: string, timeZone: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(iso));
}

/** Formats the time of day of a moment in the company's time zone: 14:02. */
export function formatClock(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso));
}
