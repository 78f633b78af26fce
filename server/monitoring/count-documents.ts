import type { IncomingMessage } from 'node:http';
import type { Measurements } from '../../api/numbers/measured.ts';
import { createTrustProxy, findSender } from '../http/trust-proxies.ts';
import type { Settings } from '../settings.ts';

/** Counts a page or a file that was sent, by the request for it and by its path. */
export type CountDocument = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>,
  path: string,
) => void;

/** Pictures, drawings and charts. Opened or saved by a visitor, they are downloads; in a page, they are parts of it. */
const filePath = /^\/(?:media|drawings)\//;

/** The host of an address, without `www.`; an unusual one is left out. */
function readHost(address: string): string {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? '';
  return /^[a-z\d.-]{1,80}$/.test(host) ? host : '';
}

/**
 * Returns where a visitor came from: the name in `utm_source`, else the host of the page before; `direct` without one,
 * and '' for links of this site.
 */
function findSource(url: string, headers: IncomingMessage['headers']): string {
  const from = headers['sec-fetch-site'];
  if (from === 'same-origin') return '';
  const named = url.includes('utm_source=') && new URL(url, 'http://site').searchParams.get('utm_source');
  const source = named ? named.toLowerCase().trim() : '';
  if (source && /^[\w.-]{1,80}$/.test(source)) return source;
  return (headers.referer && readHost(headers.referer)) || 'direct';
}

/**
 * Creates the count of the pages that browsers load. Only a request that says that a visitor opens the page counts:
 * none by a program, none in advance, and no part of another page.
 */
export function createPageViewCounter(
  settings: Pick<Settings, 'TRUST_PROXY' | 'TRUST_FORWARDERS' | 'COUNTRY_HEADER'>,
  measurements: Measurements,
): CountDocument {
  const isTrusted = createTrustProxy(settings);
  const countryHeader = settings.COUNTRY_HEADER?.toLowerCase();
  return (request, path) => {
    const { method, url = '', headers } = request;
    // The paths of pages have no dots. Feeds and other documents are no pages.
    const isFile = path.includes('.');
    if (!isFile) measurements.addPage(path);
    else if (!filePath.test(path)) return;
    const { 'sec-fetch-dest': destination, 'sec-fetch-mode': mode, 'sec-purpose': purpose } = headers;
    // A link with the attribute `download` navigates without a destination.
    const isOpened = destination === 'document' || (isFile && destination === 'empty' && mode === 'navigate');
    if (!isOpened || method !== 'GET' || purpose !== undefined) return;
    const country = (countryHeader && headers[countryHeader]?.toString().toUpperCase()) || '';
    const sender = { address: findSender(request, isTrusted), userAgent: headers['user-agent'] ?? '' };
    if (isFile) return measurements.add({ kind: 'download', name: path, sender });
    measurements.add({
      kind: 'document',
      name: path,
      detail: findSource(url, headers),
      country: country && /^[A-Z]{2}$/.test(country) ? country : '',
      sender: headers['sec-gpc'] === '1' ? null : sender,
    });
  };
}
