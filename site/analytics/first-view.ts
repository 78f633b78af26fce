import { createSiteBrowserClient } from '../hydration/browser-client.ts';
import type { ViewRecord } from '../page.ts';
import { readSearchQuery } from '../parts/search-location-state.ts';
import { recordView } from './record-view.ts';

/** Returns the view, as JSON, that the server put into the document; null for a page whose views are not counted. */
function readFirstView(): string | null {
  return document.querySelector<HTMLElement>('script[data-view]')?.dataset.view ?? null;
}

/**
 * Records the view of the page that the server rendered. It needs no React, so that visitors who never interact count
 * too.
 */
export function recordFirstView(): void {
  const view = readFirstView();
  if (!view) return;
  const { usr, key } = (history.state ?? {}) as { usr?: unknown; key?: string };
  // A view is a write, which goes to the site's own server, so the page state with the backend's address is not read.
  recordView(createSiteBrowserClient(''), JSON.parse(view) as ViewRecord, readSearchQuery(usr, !key));
}

let isFirst = true;

/** Returns whether a view is that of the first page, which `recordFirstView` records. Call it once for each view. */
export function isRecordedFirstView(view: ViewRecord): boolean {
  const isRecorded = isFirst && readFirstView() === JSON.stringify(view);
  isFirst = false;
  return isRecorded;
}
