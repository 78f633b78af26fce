type Range = readonly [first: number, last: number];

/** The characters that nearly every page needs: basic Latin, letters of European names, punctuation, symbols. */
export const coreRanges: readonly Range[] = [
  [0x20, 0x7e],
  ...[0xa0, 0xa3, 0xa7, 0xa9].map((code): Range => [code, code]),
  [0xb0, 0xb3],
  ...[0xb5, 0xb7, 0xb9, 0xd7, 0xd8, 0xdf, 0xe1].map((code): Range => [code, code]),
  [0xe3, 0xe4],
  ...[0xe7, 0xe8, 0xe9, 0xed, 0xf1, 0xf3].map((code): Range => [code, code]),
  [0xf6, 0xf7],
  ...[0xfc, 0x2009, 0x202f, 0x2026, 0x2022, 0x20ac, 0x2122, 0x2212].map((code): Range => [code, code]),
  [0x2010, 0x2014],
  [0x2018, 0x201d],
  [0x2190, 0x2193],
  [0x2264, 0x2265],
];

const formatHex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');

/** The core characters in the syntax of CSS. */
export const coreRange = [...coreRanges]
  .sort(([a], [b]) => a - b)
  .map(([first, last]) => (first === last ? `U+${formatHex(first)}` : `U+${formatHex(first)}-${formatHex(last)}`))
  .join(', ');

/** The other Latin characters. The ranges do not overlap: for a shared character a browser would load both files. */
export const wholeRange =
  'U+00A1-00A2, U+00A4-00A6, U+00A8, U+00AA-00AF, U+00B4, U+00B6, U+00B8, U+00BA-00D6, U+00D9-00DE, U+00E0, U+00E2, U+00E5-00E6, U+00EA-00EC, U+00EE-00F0, U+00F2, U+00F4-00F5, U+00F8-00FB, U+00FD-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-2008, U+200A-200F, U+2015-2017, U+201E-2021, U+2023-2025, U+2027-202E, U+2030-206F, U+2215, U+FEFF, U+FFFD';
