import { formatCount } from '../../contract/content/number-text.ts';

/** Returns a typed search text without control characters that PostgreSQL refuses, cut to 200 characters. */
export function cleanSearchText(typed: string): string {
  return typed
    .replace(/[\0\uFFFD]/g, '')
    .trim()
    .slice(0, 200);
}

/** Formats a number of results: `1 result`, `1,204 results`. */
export function formatResultCount(total: number): string {
  return formatCount(total, 'result');
}
