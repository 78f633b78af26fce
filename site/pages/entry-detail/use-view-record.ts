import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Client } from '../../../contract/client.ts';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { readAllowedDevice } from '../../consent.ts';
import { ClientContext } from '../../context.ts';
import { readSearchedFor } from '../../parts/searched-for.ts';
import { whenIdle } from '../../when-idle.ts';
import type { DetailType } from './entry-data.ts';

/** Milliseconds after which a view that was not taken is given up. */
const sendLimit = 5_000;
const queryLength = 200;

let underWay: Promise<unknown> = Promise.resolve();

/** One after the other: an endpoint that hangs holds one connection and never those a page needs. */
function send(client: Client, contentType: DetailType, slug: string, query: string): void {
  underWay = underWay.then(() => {
    const deviceuuID = readAllowedDevice();
    const view = { contentType, slug, ...(query && { query }), ...(deviceuuID && { deviceuuID }) };
    // A view that is lost is no matter of the visitor's.
    return client.call('recordView', view, { inBackground: true, timeout: sendLimit }).catch(() => undefined);
  });
}

/** Tells the API once that this entry was read, when the browser has nothing else to do; a preview is no reading. */
export function useViewRecord({ type, slug, preview }: EntryDetail<DetailType>): void {
  const client = use(ClientContext);
  const { state, key } = useLocation();
  // How the page was opened is read when it is; a link inside the page changes both and is no other view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!client || preview) return;
    const query = readSearchedFor(state, key === 'default').slice(0, queryLength);
    whenIdle(() => send(client, type, slug, query));
  }, [client, type, slug, preview]);
}
