import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { ClientContext } from '../../context.ts';
import { takeFirstView } from '../../first-view.ts';
import { readSearchedFor } from '../../parts/searched-for.ts';
import { recordView } from '../../record-view.ts';
import { whenIdle } from '../../when-idle.ts';
import type { DetailType } from './entry-data.ts';
import { viewOf } from './view-of.ts';

/** Tells the API once that this entry was read, when the browser has nothing else to do. */
export function useViewRecord(entry: EntryDetail<DetailType>): void {
  const client = use(ClientContext);
  const { state, key } = useLocation();
  const { type, slug, preview } = entry;
  // How the page was opened is read when it is; a link inside the page changes both and is no other view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const view = viewOf(entry);
    if (!client || !view || takeFirstView(view)) return;
    const query = readSearchedFor(state, key === 'default');
    whenIdle(() => recordView(client, view, query));
  }, [client, type, slug, preview]);
}
