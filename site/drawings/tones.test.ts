import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tones } from './tones.ts';

it('has the colours of the pages', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8');
  const pairs = [...tokens.matchAll(/(--[a-z-]+): light-dark\((#\w+), (#\w+)\)/g)];
  const valuesOf = (at: 2 | 3) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[at]]));
  expect(valuesOf(2)).toMatchObject(tones.light);
  expect(valuesOf(3)).toMatchObject(tones.dark);
});
