export interface Token {
  name: string;
  value: string;
  /** The comment beside it, or the one above it where it is too long for one. */
  reason: string;
}

export type Scheme = 'light' | 'dark';

/** A front on a back, and the least contrast between them (WCAG 2.2: 4.5 for text, 3 for what bounds a control). */
export interface Pair {
  front: string;
  back: string;
  least: number;
}

/** The tokens of the sheet's first rule, as they are written. */
export function readTokens(css: string): Token[] {
  const [, rule = ''] = /\n:root \{\n([\s\S]*?)\n\}/.exec(css) ?? [];
  const parts = rule.matchAll(/\/\*\s*([\s\S]*?)\s*\*\/|(--[\w-]+):\s*([^;]+);(?:[ \t]*\/\*\s*(.*?)\s*\*\/)?/g);
  const tokens: Token[] = [];
  let above = '';
  for (const [, comment, name, value = '', beside] of parts) {
    if (name) tokens.push({ name, value: value.replace(/\s+/g, ' '), reason: beside ?? above });
    else above = comment ?? '';
  }
  return tokens;
}

/** The colour a token has in a scheme, as `#rrggbb`; black where the token is no pair of colours. */
export function colourOf(tokens: readonly Token[], name: string, scheme: Scheme): string {
  const value = tokens.find((token) => token.name === name)?.value ?? '';
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  return (scheme === 'light' ? light : dark) ?? '#000000';
}

/** Relative luminance of `#rrggbb`, 0 … 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 … 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--ground', '--ground-raised', '--ground-sunk'];
const inks = ['--ink', '--ink-soft', '--accent', '--accent-strong', '--annotation', '--alert'];

/** Every pair that stands somewhere on the site. */
export const pairs: readonly Pair[] = [
  ...inks.flatMap((front) => grounds.map((back) => ({ front, back, least: front === '--ink' ? 7 : 4.5 }))),
  ...['--accent', '--accent-strong'].map((back) => ({ front: '--on-accent', back, least: 4.5 })),
  ...['--accent-wash', '--annotation-wash'].map((back) => ({ front: '--ink', back, least: 4.5 })),
  { front: '--accent-strong', back: '--accent-wash', least: 4.5 },
  { front: '--ground', back: '--ink', least: 4.5 },
  ...grounds.map((back) => ({ front: '--line-strong', back, least: 3 })),
];
