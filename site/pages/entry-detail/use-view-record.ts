import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { isRecordedFirstView } from '../../analytics/first-view.ts';
import { recordView } from '../../analytics/record-view.ts';
import { SiteClientContext } from '../../context.ts';
import { runWhenLoadedAndIdle } from '../../hydration/when-idle.ts';
import { readSearchQuery } from '../../parts/search-location-state.ts';
import { describeView } from './describe-view.ts';
import type { DetailType } from './entry-data.ts';

/** Records a view of the entry once, when the browser is idle. */
export function useViewRecord(entry: EntryDetail<DetailType>): void {
  const client = use(SiteClientContext);
  const { state, key } = useLocation();
  const { type, slug, preview } = entry;
  // `state` and `key` are read only when the entry changes: a link within the page changes them but is no new view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const view = describeView(entry);
    if (!client || !view || isRecordedFirstView(view)) return;
    const query = readSearchQuery(state, key === 'default');
    runWhenLoadedAndIdle(() => recordView(client, view, query));
  }, [client, type, slug, preview]);
}
