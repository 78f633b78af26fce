import { expect, test } from 'vitest';
import { findOddFigures } from './find-odd-figures.ts';

test.each([
  ['a TTL of 3600', ['3600']],
  ['5 000 statements and 1,234,567 rows', ['5 000']],
  ['at 1550 nm, 1900 bytes, in 1900', ['1550', '1900']],
  ['port 8080, RFC 9110, IBM 7094, 7K1000, 1.23456', []],
  ['call +44 117 496 0142', []],
  ['on 1 August 2012, 05 Mar 2024, 5 Mar 2024, March 2024', ['1 August 2012', '5 Mar 2024']],
  ['August 1, 2012, or 2012-08-01, or 9 February', ['August 1, 2012', '2012-08-01', '9 February']],
  ['on the last Sunday of October 01:30 happens twice', []],
])('%j contains the malformed figures %j', (text, odd) => {
  expect(findOddFigures(text).toSorted()).toEqual(odd.toSorted());
});
