import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { convert } from 'fontverter';
import { Blob, Face } from 'harfbuzzjs';

const require = createRequire(import.meta.url);

const scripts = [
  ...['arabic', 'armenian', 'bengali', 'devanagari', 'ethiopic', 'georgian', 'gujarati', 'gurmukhi', 'hebrew'],
  ...['kannada', 'khmer', 'lao', 'malayalam', 'myanmar', 'sinhala', 'tamil', 'telugu', 'thai'],
];
/** Fallback fonts, in the order in which they are asked for a character. */
const fallbackFamilies = ['noto-sans', ...scripts.map((script) => `noto-sans-${script}`)];
const symbolFamilies = ['noto-emoji', 'noto-sans-symbols'];

/** The most font files of one picture. A file of an East Asian font has about 100 characters and takes 10 ms. */
const fileLimit = 80;

/** Returns the East Asian fonts, first the one whose forms of shared characters suit the text. */
function orderEastAsianFamilies(text: string): string[] {
  const chinese = ['sc', 'tc'];
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const isKorean = /\p{Script=Hangul}/u.test(text);
  const languages = isJapanese
    ? ['jp', ...chinese, 'kr']
    : isKorean
      ? ['kr', ...chinese, 'jp']
      : [...chinese, 'jp', 'kr'];
  return languages.map((language) => `noto-sans-${language}`);
}

/** Returns whether a range in the syntax of CSS, such as `U+4e00-4eff,U+5000`, has any of the characters. */
function hasAny(range: string, characters: ReadonlySet<number>): boolean {
  return range.split(',').some((part) => {
    const [first = 0, last = first] = part
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return last - first < characters.size
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index).some((code) => characters.has(code))
      : characters.values().some((code) => first <= code && code <= last);
  });
}

/** The files of Martian Mono contain the name of their width. */
const monospacedAlias =
  '<alias binding="same"><family>Martian Mono</family><prefer><family>Martian Mono SemiExpanded</family></prefer></alias>';

/** Characters that are drawn by no glyph, or that the renderer replaces by a space. */
const invisible = /[\p{Default_Ignorable_Code_Point}\s\p{Cc}]/u;

const listCharacters = (text: string) =>
  new Set(
    [...text].filter((character) => !invisible.test(character)).map((character) => character.codePointAt(0) ?? 0),
  );

/**
 * Writes the fonts that a text needs, and the list of them, into a folder for the renderer. Returns the characters for
 * which there is no font.
 */
export async function installFonts(
  text: string,
  folder: string,
  ownPackages: readonly string[],
  maxFiles = fileLimit,
): Promise<Set<number>> {
  let files = 0;

  /** Adds the files of a family that have any of the characters, and returns the characters that remain. */
  async function addFamily(fontPackage: string, characters: ReadonlySet<number>): Promise<Set<number>> {
    const remaining = new Set(characters);
    if (remaining.size === 0) return remaining;
    const source = dirname(require.resolve(`${fontPackage}/LICENSE`));
    const family = basename(fontPackage);
    const ranges: Record<string, string> = JSON.parse(await readFile(join(source, 'unicode.json'), 'utf8'));
    for (const [subset, range] of Object.entries(ranges)) {
      if (files >= maxFiles || !hasAny(range, characters)) continue;
      files++;
      const name = `${family}-${subset.replace(/[[\]]/g, '')}-wght-normal`;
      const font = await convert(await readFile(join(source, 'files', `${name}.woff2`)), 'sfnt');
      await writeFile(join(folder, `${name}.ttf`), font);
      for (const code of new Face(new Blob(new Uint8Array(font).buffer)).collectUnicodes()) remaining.delete(code);
    }
    return remaining;
  }

  const characters = listCharacters(text);
  const own = await Promise.all(ownPackages.map((each) => addFamily(each, characters)));
  // A picture shows each of its texts in one of these fonts.
  let rest = new Set(own.flatMap((missing) => [...missing]));
  for (const family of [...fallbackFamilies, ...orderEastAsianFamilies(text), ...symbolFamilies])
    rest = await addFamily(`@fontsource-variable/${family}`, rest);
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${monospacedAlias}<dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  return rest.intersection(own.reduce((a, b) => a.intersection(b), rest));
}

/** Returns whether a text has none of the given characters. */
export const canDraw = (text: string, missing: ReadonlySet<number>) => listCharacters(text).isDisjointFrom(missing);
