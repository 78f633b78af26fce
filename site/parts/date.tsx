import { use } from 'react';
import { monthNames } from '../../contract/local-time.ts';
import { SettingsContext } from '../settings.ts';

/** DD MMM YYYY in a zone (specification, section 5): `2024-03-05T00:00:00Z` → `05 Mar 2024`. */
export function formatDate(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    day: '2-digit',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts(new Date(iso));
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('day')} ${monthNames[Number(part('month')) - 1]} ${part('year')}`;
}

/** A date in the site's time zone, the same on server and client. */
export function DateText({ iso }: { iso: string }) {
  const { timeZone } = use(SettingsContext);
  return <time dateTime={iso}>{formatDate(iso, timeZone)}</time>;
}
