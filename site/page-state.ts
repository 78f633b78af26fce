import type { PageState } from './document.ts';

/** What the server gave along with the page; `revive` as `JSON.parse` takes it. */
export function readPageState(revive?: (name: string, value: unknown) => unknown): PageState {
  return JSON.parse(document.getElementById('state')?.textContent ?? '{}', revive) as PageState;
}
