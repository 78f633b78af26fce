import { expect, test, vi } from 'vitest';
import { formatNumber, formatPrice } from './number.ts';

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

test('a whole price has no decimals and any other has two', () => {
  expect(formatPrice(1450, 'EUR')).toBe('€1,450');
  expect(formatPrice(408.333, 'EUR')).toBe('€408.33');
});

test("the reader's locale does not change a number", () => {
  const byLocale = vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('1.234.567');
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  byLocale.mockRestore();
});
