import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { colourOf, contrast, pairs, readTokens } from './tokens.ts';

const tokens = readTokens(await readFile(new URL('../../styles/tokens.css', import.meta.url), 'utf8'));

it('reads every token with its value and the reason beside it, no two of them the same', () => {
  expect(tokens.length).toBeGreaterThan(40);
  expect(tokens.filter(({ reason }) => reason.length < 6)).toEqual([]);
  const reasons = tokens.map(({ reason }) => reason);
  expect(reasons.filter((reason, index) => reasons.indexOf(reason) !== index)).toEqual([]);
  expect(tokens).toContainEqual({
    name: '--quick',
    value: '120ms',
    reason: 'an answer to a press: over before it is noticed',
  });
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#123456', '#123456')).toBe(1);
});

it('has enough contrast in every pair of colours, light and dark', () => {
  const low = pairs.flatMap(({ front, back, least }) =>
    (['light', 'dark'] as const)
      .map((scheme) => ({ scheme, front, back, least, is: contrast(...colours(front, back, scheme)) }))
      .filter(({ is }) => is < least),
  );
  expect(low).toEqual([]);
});

function colours(front: string, back: string, scheme: 'light' | 'dark'): [string, string] {
  return [colourOf(tokens, front, scheme), colourOf(tokens, back, scheme)];
}
