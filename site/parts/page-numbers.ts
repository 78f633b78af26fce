/** Returns the number of pages of a list; an empty list has one. */
export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/**
 * Lists the numbers that a pager shows: first, last, current and its neighbours. null is a gap of two or more pages.
 */
export function listPageNumbers(current: number, last: number): (number | null)[] {
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((number) => number >= 1 && number <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? number - 1;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** Returns the address of a page of a list; `number` starts at 1, and the first page has no `page` parameter. */
export function getPageAddress(path: string, number: number, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query);
  if (number > 1) search.set('page', String(number));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Reads the zero-based page of an address: 0 without `page`, null if `page` is not a number as this site writes it. */
export function readPageIndex(search: URLSearchParams): number | null {
  const text = search.get('page');
  if (text === null) return 0;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : null;
}
