import { use } from 'react';
import { toLocalTime } from '../../contract/content/local-time.ts';
import { SiteSettingsContext } from '../settings.ts';

// Converting a date to a time zone takes as long as rendering many elements, and pages repeat the same dates.
const formattedDays = new Map<string, string>();
const maxFormattedDays = 1_000;

function formatDateCached(iso: string, timeZone: string): string {
  const key = `${iso} ${timeZone}`;
  const day = formattedDays.get(key) ?? toLocalTime(iso, timeZone).day;
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear();
  formattedDays.set(key, day);
  return day;
}

/** Formats a time as DD MMM YYYY in a time zone (specification, section 5): `2024-03-05T00:00:00Z` → `05 Mar 2024`. */
export function formatDate(iso: string, timeZone: string): string {
  return import.meta.env.SSR ? formatDateCached(iso, timeZone) : toLocalTime(iso, timeZone).day;
}

/** Renders a date in the site's time zone, the same on server and client. */
export function DateText({ iso }: { iso: string }) {
  const { timeZone } = use(SiteSettingsContext);
  return <time dateTime={iso}>{formatDate(iso, timeZone)}</time>;
}
