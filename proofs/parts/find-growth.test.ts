import { expect, it } from 'vitest';
import { findGrowth, type SoakSample } from './find-growth.ts';

const flat: SoakSample = { memory: 200, openFiles: 50, databaseBytes: 10_000_000, stored: 100 };

it('finds no breach in flat figures', () => {
  expect(findGrowth([flat, flat, { ...flat, databaseBytes: 10_020_000, stored: 101 }]).breaches).toEqual([]);
});

it('names each figure that grows', () => {
  const grown = { memory: 220, openFiles: 60, databaseBytes: 10_040_000, stored: 101 };
  const breaches = ['memory grows', 'open files grow', 'the database grows by more than its forms'];
  expect(findGrowth([flat, flat, grown]).breaches).toEqual(breaches);
});

it.each([0, 1, 2])('%i samples are too few to show growth', (length) => {
  const { breaches } = findGrowth(Array.from({ length }, () => flat));
  expect(breaches).toEqual([`${length} samples were taken, and 3 are needed: the soak was too short`]);
});

it('a figure that could not be read is a breach', () => {
  const unread = { ...flat, memory: 0 };
  expect(findGrowth([unread, unread, unread]).breaches).toEqual(['memory grows']);
});
