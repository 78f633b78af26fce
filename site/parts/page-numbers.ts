/** How many pages a list has; an empty one has one. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** First, last and the neighbours of the current page, counted from one; null stands for a gap of two or more. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((number) => number >= 1 && number <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? number - 1;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** Address of a page of a list, counted from one; the first has no `page`. */
export function pageAddress(path: string, number: number, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query);
  if (number > 1) search.set('page', String(number));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Zero-based page of an address: 0 without `page`, null where `page` is no page number this site links to. */
export function pageOfAddress(search: URLSearchParams): number | null {
  const text = search.get('page');
  if (text === null) return 0;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : null;
}
