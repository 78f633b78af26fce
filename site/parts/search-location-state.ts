/** Creates the location state of a search result's link: the search text that found the entry. */
export function createSearchLocationState(query: string): { searchedFor: string } {
  return { searchedFor: query };
}

/**
 * Returns the search text that led the visitor to this page, '' if none did. It is read from the location state, or, on
 * the first page after a page load, from the referrer.
 */
export function readSearchQuery(state: unknown, isFirstPage: boolean): string {
  if (typeof state === 'object' && state !== null && 'searchedFor' in state) return String(state.searchedFor);
  const from = isFirstPage ? URL.parse(document.referrer) : null;
  const isSearch = from?.origin === location.origin && from.pathname === '/search';
  return (isSearch && from.searchParams.get('q')) || '';
}
