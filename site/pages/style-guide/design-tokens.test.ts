import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { contrastPairs, getColour, getContrast, readTokens } from './design-tokens.ts';

const tokens = readTokens(await readFile(new URL('../../styles/tokens.css', import.meta.url), 'utf8'));

it('reads every token with its value and the reason beside it, and no reason appears twice', () => {
  expect(tokens.length).toBeGreaterThan(40);
  expect(tokens.filter(({ reason }) => reason.length < 6)).toEqual([]);
  const reasons = tokens.map(({ reason }) => reason);
  expect(reasons.filter((reason, index) => reasons.indexOf(reason) !== index)).toEqual([]);
  expect(tokens).toContainEqual({
    name: '--quick',
    value: '120ms',
    reason: 'feedback to hover and clicks',
  });
});

it('calculates contrast as WCAG defines it', () => {
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(getContrast('#123456', '#123456')).toBe(1);
});

it('finds enough contrast in every pair of colours, light and dark', () => {
  const low = contrastPairs.flatMap(({ foreground, background, minimum }) =>
    (['light', 'dark'] as const)
      .map((scheme) => ({
        scheme,
        foreground,
        background,
        minimum,
        is: getContrast(...getColours(foreground, background, scheme)),
      }))
      .filter(({ is }) => is < minimum),
  );
  expect(low).toEqual([]);
});

function getColours(foreground: string, background: string, scheme: 'light' | 'dark'): [string, string] {
  return [getColour(tokens, foreground, scheme), getColour(tokens, background, scheme)];
}
