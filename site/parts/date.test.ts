import { expect, test } from 'vitest';
import { formatDate } from './date.tsx';

test('a date is two digits, three letters, four digits', () => {
  expect(formatDate('2024-03-05T12:00:00Z', 'UTC')).toBe('05 Mar 2024');
});

test('September is Sep, not Sept', () => {
  expect(formatDate('2026-09-01T09:00:00Z', 'Europe/London')).toBe('01 Sep 2026');
});

test("a moment is shown on the site's day, not on the reader's", () => {
  expect(formatDate('2024-12-31T23:30:00Z', 'Europe/Tallinn')).toBe('01 Jan 2025');
  expect(formatDate('2024-12-31T23:30:00Z', 'America/New_York')).toBe('31 Dec 2024');
});
