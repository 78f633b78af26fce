import { use } from 'react';
import { localTime } from '../../contract/local-time.ts';
import { SettingsContext } from '../settings.ts';

/** DD MMM YYYY in a zone (specification, section 5): `2024-03-05T00:00:00Z` → `05 Mar 2024`. */
export function formatDate(iso: string, timeZone: string): string {
  return localTime(iso, timeZone).day;
}

/** A date in the site's time zone, the same on server and client. */
export function DateText({ iso }: { iso: string }) {
  const { timeZone } = use(SettingsContext);
  return <time dateTime={iso}>{formatDate(iso, timeZone)}</time>;
}
