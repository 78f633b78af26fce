import { expect, test } from 'vitest';
import { pageAddress, pageCount, pageNumbers, pageOfAddress } from './page-numbers.ts';

test('a list has as many pages as it needs, and at least one', () => {
  expect(pageCount(0, 9)).toBe(1);
  expect(pageCount(9, 9)).toBe(1);
  expect(pageCount(10, 9)).toBe(2);
});

test('first, last and neighbours are shown, gaps are marked only where two or more are left out', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(4, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(6, 12)).toEqual([1, null, 5, 6, 7, null, 12]);
});

test('the first page has no page in its address', () => {
  expect(pageAddress('/blogs', 1)).toBe('/blogs');
  expect(pageAddress('/search', 1, { q: 'a b' })).toBe('/search?q=a+b');
  expect(pageAddress('/search', 2, { q: 'dns' })).toBe('/search?q=dns&page=2');
});

test('an address names a page only in the way this site writes it', () => {
  const page = (query: string) => pageOfAddress(new URLSearchParams(query));
  expect(page('')).toBe(0);
  expect(page('page=2')).toBe(1);
  for (const odd of ['page=0', 'page=-1', 'page=two', 'page=1.5', 'page=', 'page=02']) expect(page(odd)).toBeNull();
});
