import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

// Cuts from the fonts the characters that nearly every page needs. Each result fits into the first response of a new
// connection (ten segments, RFC 6928). `fonts.css` names the same characters, and full fonts for the others. `npm run
// fonts`

/** Basic Latin, letters of European names, punctuation, and the symbols of texts and figures. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  ...[0xa0, 0xa3, 0xa7, 0xa9].map((code) => [code, code] as const),
  [0xb0, 0xb3],
  ...[0xb5, 0xb7, 0xb9, 0xd7, 0xd8, 0xdf, 0xe1].map((code) => [code, code] as const),
  [0xe3, 0xe4],
  ...[0xe7, 0xe8, 0xe9, 0xed, 0xf1, 0xf3].map((code) => [code, code] as const),
  [0xf6, 0xf7],
  ...[0xfc, 0x2009, 0x202f, 0x2026, 0x2022, 0x20ac, 0x2122, 0x2212].map((code) => [code, code] as const),
  [0x2010, 0x2014],
  [0x2018, 0x201d],
  [0x2190, 0x2193],
  [0x2264, 0x2265],
];

const formatHex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');

/** The characters in the syntax of CSS. */
export const unicodeRange = [...ranges]
  .sort(([a], [b]) => a - b)
  .map(([first, last]) => (first === last ? `U+${formatHex(first)}` : `U+${formatHex(first)}-${formatHex(last)}`))
  .join(', ');

/** The characters as one text. */
const text = ranges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  .join('');

/** The weights that the styles use. */
const weights = { min: 400, max: 700 };
const fonts = ['familjen-grotesk', 'martian-mono'] as const;

const getFontFile = (name: string) =>
  fileURLToPath(
    new URL(`../node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`, import.meta.url),
  );

/** Returns each font's file in `site/styles/fonts`, with the bytes that it must have. */
export async function subsetFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  return Promise.all(
    fonts.map(async (name) => ({
      file: fileURLToPath(new URL(`../site/styles/fonts/${name}-core.woff2`, import.meta.url)),
      bytes: await subsetFont(await readFile(getFontFile(name)), text, {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
      }),
    })),
  );
}

if (import.meta.main) {
  for (const { file, bytes } of await subsetFonts()) {
    await writeFile(file, bytes);
    console.log(`${file.split('/').at(-1)}  ${bytes.length} bytes`);
  }
  console.log(unicodeRange);
}
