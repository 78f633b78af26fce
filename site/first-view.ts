import { browserClient } from './browser-client.ts';
import type { View } from './page.ts';
import { readPageState } from './page-state.ts';
import { readSearchedFor } from './parts/searched-for.ts';
import { recordView } from './record-view.ts';

/** What the page that came rendered counts as a view of; told of here, whether or not it ever comes alive. */
function firstView(): string | null {
  return document.querySelector<HTMLElement>('script[data-view]')?.dataset.view ?? null;
}

/** Tells the API of the first page's view. */
export function recordFirstView(): void {
  const view = firstView();
  if (!view) return;
  const { usr, key } = (history.state ?? {}) as { usr?: unknown; key?: string };
  const client = browserClient(readPageState().settings.apiBaseUrl);
  recordView(client, JSON.parse(view) as View, readSearchedFor(usr, !key));
}

let isFirst = true;

/** Whether this view is the first page's, which is told of already; asked once for each view. */
export function takeFirstView(view: View): boolean {
  const isTold = isFirst && firstView() === JSON.stringify(view);
  isFirst = false;
  return isTold;
}
