import type { Client } from '../contract/client.ts';
import { readAllowedDevice } from './consent.ts';
import type { View } from './page.ts';

/** Milliseconds after which a view that was not taken is given up. */
const sendLimit = 5_000;
const queryLength = 200;

let underWay: Promise<unknown> = Promise.resolve();

/**
 * Tells the API that a page was read; `query` is what its visitor had searched for. One after the other: an endpoint that
 * hangs holds one connection and never those a page needs.
 */
export function recordView(client: Client, view: View, query: string): void {
  underWay = underWay.then(() => {
    const deviceuuID = readAllowedDevice();
    const searched = query.slice(0, queryLength);
    // A view that is lost is no matter of the visitor's.
    return client
      .call(
        'recordView',
        { ...view, ...(searched && { query: searched }), ...(deviceuuID && { deviceuuID }) },
        { inBackground: true, timeout: sendLimit },
      )
      .catch(() => undefined);
  });
}
