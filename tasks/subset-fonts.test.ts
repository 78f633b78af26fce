import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { subsetFonts, unicodeRange } from './subset-fonts.ts';

it('has the same bytes and characters as the fonts in the styles', async () => {
  for (const { file, bytes } of await subsetFonts()) {
    expect(bytes.equals(await readFile(file)), `${file}: run npm run fonts`).toBe(true);
    // One response on a new connection, including its headers.
    expect(bytes.length).toBeLessThan(14_000);
  }
  const styles = await readFile(new URL('../site/styles/fonts.css', import.meta.url), 'utf8');
  expect(styles.replace(/\s+/g, ' ').split(`unicode-range: ${unicodeRange};`)).toHaveLength(3);
});

it('shares no character with the full fonts, because a browser would load both', async () => {
  const styles = await readFile(new URL('../site/styles/fonts.css', import.meta.url), 'utf8');
  const sets = [...styles.matchAll(/src: url\("([^"]+)"\)[^}]*unicode-range:([^;]+);/g)].map(
    ([, file = '', ranges = '']) => ({
      isCut: file.includes('-core'),
      codes: [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
        const start = Number.parseInt(first, 16);
        return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
      }),
    }),
  );
  const cut = new Set(sets.filter(({ isCut }) => isCut).flatMap(({ codes }) => codes));
  const whole = new Set(sets.filter(({ isCut }) => !isCut).flatMap(({ codes }) => codes));
  expect(sets).toHaveLength(4);
  expect([...cut.intersection(whole)]).toEqual([]);
});
