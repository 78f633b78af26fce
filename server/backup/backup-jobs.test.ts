import { expect, it } from 'vitest';
import { selectBackupsToKeep } from './backup-jobs.ts';

const day = 24 * 60 * 60 * 1_000;

it('keeps the last backup of 7 days, 4 weeks and 12 months of two years with two backups a day', () => {
  // A Wednesday.
  const last = new Date('2026-11-25T20:00:00Z');
  const times = Array.from({ length: 2 * 730 }, (_, index) => new Date(last.getTime() - (index * day) / 2));
  expect(selectBackupsToKeep(times).map((time) => time.toISOString().slice(0, 13))).toEqual([
    ...['2026-11-25T20', '2026-11-24T20', '2026-11-23T20', '2026-11-22T20', '2026-11-21T20', '2026-11-20T20'],
    ...['2026-11-19T20', '2026-11-15T20', '2026-11-08T20', '2026-10-31T20', '2026-09-30T20', '2026-08-31T20'],
    ...['2026-07-31T20', '2026-06-30T20', '2026-05-31T20', '2026-04-30T20', '2026-03-31T20', '2026-02-28T20'],
    ...['2026-01-31T20', '2025-12-31T20'],
  ]);
});

it('keeps every backup while there are few, however old they are', () => {
  const times = ['2026-01-01T00:00:00Z', '2024-05-05T00:00:00Z'].map((time) => new Date(time));
  expect(selectBackupsToKeep(times)).toEqual(times);
  expect(selectBackupsToKeep([])).toEqual([]);
});
