import { type ListSummaries, toMidSentence } from '../../contract/content/list-settings.ts';
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

/** Returns what an empty search field says: "Blogs, services, plans…". */
export function createSearchPlaceholder(lists: ListSummaries): string {
  const [first, ...others] = [lists.BLOG.plural, lists.SERVICE.plural, lists.PLAN.plural];
  return `${[first, ...others.map(toMidSentence)].join(', ')}…`;
}
