import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface FontFile {
  name: string;
  data: Buffer;
  weight: 400 | 700;
  style: 'normal';
}

/** Fonts for some texts, and the characters that they have. */
export interface Lettering {
  fonts: FontFile[];
  characters: ReadonlySet<string>;
}

/** A package of npm with a font in several files, each for some characters. */
interface FontPackage {
  family: string;
  package: string;
  weight: 400 | 700;
  /** The names of the files that are used; default: all. */
  files?: readonly string[];
}

const sans = { family: 'Familjen Grotesk', package: '@fontsource/familjen-grotesk', weight: 700 } as const;
const mono = { family: 'Martian Mono', package: '@fontsource/martian-mono', weight: 400 } as const;

const createNoto = (script: string, files?: readonly string[]): FontPackage => ({
  family: `Noto Sans ${script}`,
  package: `@fontsource-variable/noto-sans${script && `-${script}`}`,
  weight: 700,
  ...(files ? { files } : {}),
});

/**
 * The fonts besides the first file of each of the site's own, in the order in which they are asked for a character.
 * Scripts that are not among them are not drawn.
 */
const furtherFonts: readonly FontPackage[] = [
  { ...sans, family: 'Familjen Grotesk more', files: ['latin-ext', 'vietnamese'] },
  createNoto('', ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']),
  ...['arabic', 'hebrew', 'devanagari', 'bengali', 'tamil', 'thai', 'georgian', 'armenian', 'ethiopic'].map((script) =>
    createNoto(script, [script]),
  ),
  createNoto('sc'),
  createNoto('jp'),
  createNoto('kr'),
  { family: 'Noto Emoji', package: '@fontsource-variable/noto-emoji', weight: 400 },
];

/** Characters that join others or choose their form: they are needed in a font, but missing where there is none. */
export const joiners = ['\u200c', '\u200d', '\u20e3'];
/** The punctuation of the site's own fonts. */
const punctuation = '–—‘’“”…•€™−←↑→↓≤≥'.split('');

const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns whether a list of ranges in the syntax of CSS (`U+41-5A,U+61`) has a code point. */
function hasCodePoint(ranges: string, code: number): boolean {
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);
  });
}

/** Returns the characters that an OpenType file has. */
async function listCharacters(data: Buffer): Promise<string[]> {
  const { Blob, Face } = await import('harfbuzzjs');
  const face = new Face(new Blob(data.buffer.slice(data.byteOffset, data.byteOffset + data.length) as ArrayBuffer), 0);
  return Array.from(face.collectUnicodes(), (code) => String.fromCodePoint(code));
}

/** Cuts characters out of a font, in its bold weight, as an OpenType file. Absent characters are left out. */
async function cutFont(data: Buffer, characters: readonly string[], isVariable: boolean): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  return subsetFont(data, characters.join(''), {
    targetFormat: 'sfnt',
    ...(isVariable ? { variationAxes: { wght: 600 } } : {}),
  });
}

async function readFontFile(name: string): Promise<Buffer> {
  return readFile(require.resolve(name));
}

/** Loads the first file of the site's fonts, which has the letters of most texts. */
async function loadOwnFonts(): Promise<Lettering> {
  const basicLatin = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code));
  const loaded = await Promise.all(
    [sans, mono].map(async ({ family, package: name, weight }) => {
      const data = await readFontFile(`${name}/files/${name.split('/')[1]}-latin-${weight}-normal.woff`);
      const found = await listCharacters(await cutFont(data, [...basicLatin, ...punctuation], false));
      return { font: { name: family, data, weight, style: 'normal' } as const, found: new Set(found) };
    }),
  );
  const [inSans, inMono] = loaded.map(({ found }) => found) as [Set<string>, Set<string>];
  return { fonts: loaded.map(({ font }) => font), characters: inSans.intersection(inMono) };
}

/** Loads from a package what it has of some characters. */
async function loadFurtherFont(from: FontPackage, wanted: readonly string[]): Promise<Lettering> {
  const { default: ranges } = (await import(`${from.package}/unicode.json`, { with: { type: 'json' } })) as {
    default: Record<string, string>;
  };
  const lettering = { fonts: [] as FontFile[], characters: new Set<string>() };
  for (const [name, range] of Object.entries(ranges)) {
    if (from.files && !from.files.includes(name)) continue;
    const inFile = wanted.filter((character) => hasCodePoint(range, character.codePointAt(0) ?? 0));
    if (inFile.length === 0) continue;
    const isVariable = from.package.includes('variable');
    const end = isVariable ? 'wght-normal.woff2' : `${from.weight}-normal.woff`;
    const path = `${from.package}/files/${from.package.split('/')[1]}-${name.replace(/[[\]]/g, '')}-${end}`;
    const data = await cutFont(await readFontFile(path), [...inFile, ...joiners], isVariable);
    const found = (await listCharacters(data)).filter((character) => inFile.includes(character));
    if (found.length === 0) continue;
    lettering.fonts.push({ name: from.family, data, weight: from.weight, style: 'normal' });
    for (const character of found) lettering.characters.add(character);
  }
  return lettering;
}

let ownFonts: Promise<Lettering> | undefined;

/**
 * Loads the fonts that some texts need, because a server may have no fonts: the site's own, and for other letters only
 * those of their further files and of Noto that have them. Beside kana, Chinese characters have Japanese forms.
 */
export async function loadFonts(texts: readonly string[]): Promise<Lettering> {
  ownFonts ??= loadOwnFonts();
  const { fonts, characters } = await ownFonts;
  let missing = new Set(texts.join('')).difference(characters);
  if (missing.size === 0) return { fonts, characters };
  const lettering = { fonts: [...fonts], characters: new Set(characters) };
  const isJapanese = texts.some((text) => isKana.test(text));
  for (const from of furtherFonts) {
    if (missing.size === 0) break;
    if (isJapanese && from.package.endsWith('-sc')) continue;
    const further = await loadFurtherFont(from, [...missing]);
    lettering.fonts.push(
      ...further.fonts.map((font, index) => ({ ...font, name: index ? `${font.name} ${index}` : font.name })),
    );
    lettering.characters = lettering.characters.union(further.characters);
    missing = missing.difference(further.characters);
  }
  return lettering;
}
