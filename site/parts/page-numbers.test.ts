import { expect, test } from 'vitest';
import { countPages, getPageAddress, listPageNumbers, readPageIndex } from './page-numbers.ts';

test('an empty list has one page', () => {
  expect(countPages(0, 9)).toBe(1);
  expect(countPages(9, 9)).toBe(1);
  expect(countPages(10, 9)).toBe(2);
});

test('the first, the last and the adjacent pages are listed; a gap stands for two or more others', () => {
  expect(listPageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(listPageNumbers(4, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(listPageNumbers(6, 12)).toEqual([1, null, 5, 6, 7, null, 12]);
});

test('the address of the first page has no page number', () => {
  expect(getPageAddress('/blogs', 1)).toBe('/blogs');
  expect(getPageAddress('/search', 1, { q: 'a b' })).toBe('/search?q=a+b');
  expect(getPageAddress('/search', 2, { q: 'dns' })).toBe('/search?q=dns&page=2');
});

test('an address is read only if the page number is written as this site writes it', () => {
  const readPage = (query: string) => readPageIndex(new URLSearchParams(query));
  expect(readPage('')).toBe(0);
  expect(readPage('page=2')).toBe(1);
  for (const odd of ['page=0', 'page=-1', 'page=two', 'page=1.5', 'page=', 'page=02']) expect(readPage(odd)).toBeNull();
});
