import { expect, test } from 'vitest';
import { formatPrice } from './price.ts';

test('a whole price has no decimals and any other has two', () => {
  expect(formatPrice(1450, 'EUR')).toBe('€1,450');
  expect(formatPrice(408.333, 'EUR')).toBe('€408.33');
});
