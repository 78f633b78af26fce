import type { PageState } from './document.ts';

/** What the server gave along with the page. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
}
