import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface FontFile {
  name: string;
  data: Buffer;
  weight: 400 | 700;
  style: 'normal';
}

async function loadFontFile(family: string, name: string, weight: 400 | 700): Promise<FontFile> {
  const file = require.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff`);
  return { name, data: await readFile(file), weight, style: 'normal' };
}

let loaded: Promise<FontFile[]> | undefined;

/** Loads the site's fonts once, as static files. Text becomes outlines of them, because a server may have no fonts. */
export function loadFonts(): Promise<FontFile[]> {
  loaded ??= Promise.all([
    loadFontFile('familjen-grotesk', 'Familjen Grotesk', 700),
    loadFontFile('martian-mono', 'Martian Mono', 400),
  ]);
  return loaded;
}
