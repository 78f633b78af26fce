import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tones } from './tones.ts';

it('has the colours of the pages', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8');
  const pairs = [...tokens.matchAll(/(--[a-z-]+): light-dark\((#\w+), (#\w+)\)/g)];
  const getValues = (at: 2 | 3) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[at]]));
  expect(getValues(2)).toMatchObject(tones.light);
  expect(getValues(3)).toMatchObject(tones.dark);
});
