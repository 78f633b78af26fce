import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { themesFolder } from '../../api/content/index.ts';
import { coreRange, wholeRange } from '../../server/look/character-ranges.ts';
import { cutFonts } from './fonts.ts';
import { setColour } from './set-colour.ts';

const themes = readdirSync(themesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Bytes of one response on a new connection, including its headers (ten segments, RFC 6928). */
const oneResponse = 14_000;

describe.each(themes)('the theme %s', (theme) => {
  it('has the bytes that its fonts are cut to, of a few responses together', async () => {
    const cut = await cutFonts(join(themesFolder, theme));
    for (const { file, bytes } of cut)
      expect(bytes.equals(await readFile(file)), `${basename(file)}: run npm run theme -- fonts ${theme}`).toBe(true);
    const total = cut.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(total).toBeLessThan(theme === 'drawn-to-scale' ? 2 * oneResponse : 2.5 * oneResponse);
  });

  it('can have a colour changed, and nothing else', async () => {
    const text = await readFile(`${themesFolder}/${theme}/tokens.json`, 'utf8');
    const changed = setColour(text, 'dark', 'accent', '#123456');
    const [before, after] = [JSON.parse(text), JSON.parse(changed)];
    expect(after.dark.accent.$value).toEqual({
      colorSpace: 'srgb',
      components: [0.0706, 0.2039, 0.3373],
      hex: '#123456',
    });
    expect({ ...after, dark: { ...after.dark, accent: before.dark.accent } }).toEqual(before);
    expect(changed.split('\n').length).toBe(text.split('\n').length);
  });
});

it('has no character in both ranges, because a browser would load both files of a font', () => {
  const listCodes = (ranges: string) =>
    [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    });
  const core = new Set(listCodes(coreRange));
  expect(core.size).toBeGreaterThan(140);
  expect([...core.intersection(new Set(listCodes(wholeRange)))]).toEqual([]);
});
