import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { decodePunycodeLabel } from './punycode.ts';

test.each([
  ['xn--bcher-kva', 'bücher'],
  ['XN--BCHER-KVA', 'bücher'],
  ['xn--p1ai', 'рф'],
  ['xn--h2brj9c', 'भारत'],
  ['xn--fiqs8s', '中国'],
  ['xn--mgbaam7a8h', 'امارات'],
  ['plain', 'plain'],
])('%s is decoded to %s, as the platform does', (label, text) => {
  expect(decodePunycodeLabel(label)).toBe(text);
  expect(domainToUnicode(label)).toBe(text);
});

test.each(['xn--', 'xn--bcher-kv', 'xn--a-', 'xn--99999999999', 'xn--\u00fc', 'xn--a!b', `xn--${'9'.repeat(59)}`])(
  '%s is not decoded',
  (label) => expect(decodePunycodeLabel(label)).toBeNull(),
);
