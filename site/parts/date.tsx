import { use } from 'react';
import { toLocalTime } from '../../contract/local-time.ts';
import { SettingsContext } from '../settings.ts';

// A server shows the same dates on page after page, and what a zone makes of one takes as long as many elements.
const shown = new Map<string, string>();
const mostShown = 1_000;

function formatAgain(iso: string, timeZone: string): string {
  const key = `${iso} ${timeZone}`;
  const day = shown.get(key) ?? toLocalTime(iso, timeZone).day;
  if (shown.size >= mostShown) shown.clear();
  shown.set(key, day);
  return day;
}

/** DD MMM YYYY in a zone (specification, section 5): `2024-03-05T00:00:00Z` → `05 Mar 2024`. */
export function formatDate(iso: string, timeZone: string): string {
  return import.meta.env.SSR ? formatAgain(iso, timeZone) : toLocalTime(iso, timeZone).day;
}

/** A date in the site's time zone, the same on server and client. */
export function DateText({ iso }: { iso: string }) {
  const { timeZone } = use(SettingsContext);
  return <time dateTime={iso}>{formatDate(iso, timeZone)}</time>;
}
