import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { subsetFonts, unicodeRange } from './subset-fonts.ts';

it('is what stands in the styles: the same bytes, for the same characters', async () => {
  for (const { file, bytes } of await subsetFonts()) {
    expect(bytes.equals(await readFile(file)), `${file}: run npm run fonts`).toBe(true);
    // One answer on a new connection, its headers included.
    expect(bytes.length).toBeLessThan(14_000);
  }
  const styles = await readFile(new URL('../site/styles/fonts.css', import.meta.url), 'utf8');
  expect(styles.replace(/\s+/g, ' ').split(`unicode-range: ${unicodeRange};`)).toHaveLength(3);
});
