import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawPlate } from './plate.ts';
import { followScheme, tones } from './tones.ts';
import { expectWellFormed } from './well-formed.ts';

it('has the colours of the pages', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8');
  const pairs = [...tokens.matchAll(/(--[a-z-]+): light-dark\((#\w+), (#\w+)\)/g)];
  const valuesOf = (at: 2 | 3) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[at]]));
  expect(valuesOf(2)).toMatchObject(tones.light);
  expect(valuesOf(3)).toMatchObject(tones.dark);
});

it('follows the scheme outside the group that pages refer to', () => {
  const svg = followScheme(drawPlate('BLOG', 'a'));
  expectWellFormed(svg);
  expect(svg).toMatch(/<\/title><style>[^<]*prefers-color-scheme:dark[^<]*<\/style><g id="drawing"/);
});
