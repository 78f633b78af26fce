import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { findPackage } from '../../api/content/index.ts';
import type { ThemeFont } from '../../contract/look/theme.ts';
import { coreRanges } from '../../server/look/character-ranges.ts';

/** What `theme.json` says, as far as the tasks need it. */
export interface ThemeDescription {
  fonts: ThemeFont[];
  /** The file of its picture. */
  picture: string;
}

/** The core characters as one text. */
const text = coreRanges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  .join('');

export async function readDescription(folder: string): Promise<ThemeDescription> {
  return JSON.parse(await readFile(join(folder, 'theme.json'), 'utf8')) as ThemeDescription;
}

/** Cuts the core of a font: the characters that nearly every page needs, in the weights of the theme. */
async function cutCore({ package: name, source, file, axes }: ThemeFont): Promise<Buffer> {
  const variationAxes = Object.fromEntries(
    Object.entries(axes).map(([axis, value]) => [
      axis,
      typeof value === 'number' ? value : { min: value[0], max: value[1] },
    ]),
  );
  return subsetFont(await readFile(join(findPackage(name), source ?? file)), text, {
    targetFormat: 'woff2',
    variationAxes,
  });
}

/** Returns the file of the core of each font of a theme, with the bytes that it must have. */
export async function cutFonts(folder: string): Promise<{ file: string; bytes: Buffer }[]> {
  const { fonts } = await readDescription(folder);
  return Promise.all(fonts.map(async (font) => ({ file: join(folder, font.core), bytes: await cutCore(font) })));
}
