import { expect, it } from 'vitest';
import { formatRelativeTime } from './time.ts';

it.each([
  ['2026-11-28T16:00:00Z', 'in 3 hr'],
  ['2026-11-27T23:30:00Z', '13 hr ago'],
  ['2026-11-27T08:00:00Z', 'yesterday'],
  ['2026-11-30T09:00:00Z', 'in 2 days'],
  ['2026-11-29T23:30:00Z', 'in 2 days'],
  ['2026-12-01T23:30:00Z', 'in 4 days'],
  ['2026-12-05T08:00:00Z', '5 Dec'],
])('%s is %s on Saturday, 28 November at 14:00 in Berlin, by the days of its calendar', (at, words) => {
  expect(formatRelativeTime(at, Date.parse('2026-11-28T13:00:00Z'), 'Europe/Berlin')).toBe(words);
});
