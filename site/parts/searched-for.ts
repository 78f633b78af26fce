/** State of a link on a page of results: what was searched for when it was followed. */
export function searchedFor(query: string): { searchedFor: string } {
  return { searchedFor: query };
}

/**
 * The search text a visitor came with, '' where they came from elsewhere: by the state of the link, or, where the page is
 * the first of its window's life, by the address of ours that led here.
 */
export function readSearchedFor(state: unknown, isFirst: boolean): string {
  if (typeof state === 'object' && state !== null && 'searchedFor' in state) return String(state.searchedFor);
  const from = isFirst ? URL.parse(document.referrer) : null;
  const isSearch = from?.origin === location.origin && from.pathname === '/search';
  return (isSearch && from.searchParams.get('q')) || '';
}
