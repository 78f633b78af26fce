import type { Client } from '../../contract/http/client.ts';
import { readDeviceId } from '../device/consent.ts';
import type { ViewRecord } from '../page.ts';

/** Milliseconds after which a request is given up. */
const requestTimeout = 5_000;
/** Characters of the search text that are sent. */
const maxQueryLength = 200;

let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Records that a page was viewed. `query` is the search text that led to the page, '' without one. Requests are sent
 * one after another, so that an endpoint that hangs occupies one connection and the page keeps the others.
 */
export function recordView(client: Client, view: ViewRecord, query: string): void {
  lastRequest = lastRequest.then(() => {
    const deviceuuID = readDeviceId();
    const text = query.slice(0, maxQueryLength);
    return (
      client
        .call(
          'recordView',
          { ...view, ...(text && { query: text }), ...(deviceuuID && { deviceuuID }) },
          { inBackground: true, timeout: requestTimeout },
        )
        // A failed view count must not disturb the visitor, so the error is ignored.
        .catch(() => undefined)
    );
  });
}
