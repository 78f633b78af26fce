import { expect, test } from 'vitest';
import { formatDate } from './date.tsx';

test('a date has a two-digit day, a three-letter month and a four-digit year', () => {
  expect(formatDate('2024-03-05T12:00:00Z', 'UTC')).toBe('05 Mar 2024');
});

test('September is shortened to Sep, not Sept', () => {
  expect(formatDate('2026-09-01T09:00:00Z', 'Europe/London')).toBe('01 Sep 2026');
});

test("a time is shown as its date in the site's time zone", () => {
  expect(formatDate('2024-12-31T23:30:00Z', 'Europe/Tallinn')).toBe('01 Jan 2025');
  expect(formatDate('2024-12-31T23:30:00Z', 'America/New_York')).toBe('31 Dec 2024');
});
