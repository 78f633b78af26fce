import { formatNumber } from './number.ts';

/** What is searched for, as a person typed it: without what no search can hold, at most 200 characters. */
export function cleanSearchText(typed: string): string {
  return typed
    .replace(/[\0\uFFFD]/g, '')
    .trim()
    .slice(0, 200);
}

/** `1 result`, `1,204 results`. */
export function resultCount(total: number): string {
  return `${formatNumber(total)} ${total === 1 ? 'result' : 'results'}`;
}
