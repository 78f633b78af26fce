import { expect, it } from 'vitest';
import { type DataSheet, entryFields } from './entry-fields.ts';

const sheet: DataSheet = {
  title: 'Apples by year',
  kind: 'bar',
  unit: 'kilograms',
  scale: 'linear',
  columns: ['Year', 'Apples'],
  rows: [
    ['2024', 10],
    ['2025', 1000],
  ],
  source: { title: 'Counted' },
};

it.each([
  ['bar', 'linear', true],
  ['dot', 'log', true],
  ['line', 'log', true],
  ['bar', 'log', false],
  ['column', 'log', false],
  ['share', 'log', false],
] as const)('a chart of the kind %s with the scale %s is accepted: %s', (kind, scale, isAccepted) => {
  const { success } = entryFields.INFOGRAPHIC.safeParse({ sheets: [{ ...sheet, kind, scale }] });
  expect(success).toBe(isAccepted);
});

it.each([
  ['https://example.org/apples', true],
  ['/blog/apples?page=2#s-part', true],
  ['/', true],
  ['//example.org/apples', false],
  ['/\\example.org/apples', false],
  ['/\t/example.org', false],
  ['apples', false],
  ['http://example.org/apples', true],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['ftp://example.org/apples', false],
])('a source at %s is accepted: %s', (url, isAccepted) => {
  const source = { title: 'Counted', url };
  expect(entryFields.INFOGRAPHIC.safeParse({ sheets: [{ ...sheet, source }] }).success).toBe(isAccepted);
});
