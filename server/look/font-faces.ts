import type { FallbackFont, ThemeFont } from '../../contract/look/theme.ts';
import { coreRange, wholeRange } from './character-ranges.ts';

/** Returns the address of a font's file: of the core of a font, or of the whole font. */
export type GetFontAddress = (font: ThemeFont, part: 'core' | 'whole') => string;

const compact = (ranges: string) => ranges.replaceAll(' ', '');

function createFontFace(font: ThemeFont, weight: string, address: string, range: string): string {
  return `@font-face{font-family:"${font.family}";font-style:normal;font-weight:${weight};font-display:optional;src:url("${address}") format("woff2");unicode-range:${compact(range)}}`;
}

function createFallbackFace({ family, weight, local, sizeAdjust, ascent, descent }: FallbackFont): string {
  const sources = local.map((name) => `local("${name}")`).join(',');
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${sources};size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
}

/**
 * Returns the `@font-face` rules of fonts. Every page loads the core of each; a page with other Latin characters also
 * loads the whole font. Until a font arrives, local fonts with adjusted widths stand in (docs/decisions/0017-fonts.md).
 */
export function createFontFaces(fonts: readonly ThemeFont[], getAddress: GetFontAddress): string {
  const getWeight = ({ axes: { wght = 400 } }: ThemeFont) => [wght].flat().join(' ');
  return [
    ...fonts.map((font) => createFontFace(font, getWeight(font), getAddress(font, 'whole'), wholeRange)),
    ...fonts.map((font) => createFontFace(font, getWeight(font), getAddress(font, 'core'), coreRange)),
    ...fonts.flatMap(({ fallbacks }) => fallbacks.map(createFallbackFace)),
  ].join('');
}
