import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { getTestLook } from '../../../testing/looks.ts';
import { getColour, readTokens } from './design-tokens.ts';

const readThemeFile = (name: string) =>
  readFile(new URL(`../../../themes/drawn-to-scale/${name}`, import.meta.url), 'utf8');
const tokens = readTokens(await readThemeFile('tokens.json'), await readThemeFile('theme.css'));

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

it('reads the colours that the build of the theme reads', () => {
  const { palette } = getTestLook();
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, colour] of Object.entries(palette[scheme]))
      expect([name, getColour(tokens, `--${name}`, scheme)]).toEqual([name, colour]);
});
