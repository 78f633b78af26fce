import { expect, test, vi } from 'vitest';
import { formatCount, formatMinutes, formatNumber } from './number-text.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1_234.5, '-1,234.5'],
  [0.5256, '0.5256'],
  [-0, '0'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
])('%d is shown as %s', (value, shown) => {
  expect(formatNumber(value)).toBe(shown);
});

test("the reader's locale does not change a number", () => {
  const byLocale = vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('1.234.567');
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  byLocale.mockRestore();
});

test('only one thing is named in the singular', () => {
  expect([0, 1, 2, 1_204].map((count) => formatCount(count, 'word'))).toEqual([
    '0 words',
    '1 word',
    '2 words',
    '1,204 words',
  ]);
  expect([1, 2].map((count) => formatCount(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test.each([
  [0, '0 minutes'],
  [90, '90 minutes'],
  [120, '2 hours'],
  [1_440, '1 day'],
])('%d minutes are %s', (minutes, words) => {
  expect(formatMinutes(minutes)).toBe(words);
});
