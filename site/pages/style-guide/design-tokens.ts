export interface DesignToken {
  name: string;
  value: string;
  /** The comment beside the token, or the comment above a token of several lines. */
  reason: string;
}

export type ColourScheme = 'light' | 'dark';

/** Two colours and their minimum contrast (WCAG 2.2: 4.5 for text, 3 for the border of a control). */
export interface ContrastPair {
  foreground: string;
  background: string;
  minimum: number;
}

/** Reads the tokens of the first `:root` rule of a style sheet. */
export function readTokens(css: string): DesignToken[] {
  const [, rule = ''] = /\n:root,[^{]*\{\n([\s\S]*?)\n\}/.exec(css) ?? [];
  const parts = rule.matchAll(/\/\*\s*([\s\S]*?)\s*\*\/|(--[\w-]+):\s*([^;]+);(?:[ \t]*\/\*\s*(.*?)\s*\*\/)?/g);
  const tokens: DesignToken[] = [];
  let above = '';
  for (const [, comment, name, value = '', beside] of parts) {
    if (name) tokens.push({ name, value: value.replace(/\s+/g, ' '), reason: beside ?? above });
    else above = comment ?? '';
  }
  return tokens;
}

/** Returns the colour of a token in a colour scheme, as `#rrggbb`; black if the token is no pair of colours. */
export function getColour(tokens: readonly DesignToken[], name: string, scheme: ColourScheme): string {
  const value = tokens.find((token) => token.name === name)?.value ?? '';
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  return (scheme === 'light' ? light : dark) ?? '#000000';
}

/** Returns the relative luminance of `#rrggbb`, 0 … 1 (WCAG 2.2). */
function getLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours, 1 … 21. */
export function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const groundTokens = ['--ground', '--ground-raised', '--ground-sunk'];
const inkTokens = ['--ink', '--ink-soft', '--accent', '--accent-strong', '--annotation', '--alert'];

/** Every pair of colours that the site uses. */
export const contrastPairs: readonly ContrastPair[] = [
  ...inkTokens.flatMap((foreground) =>
    groundTokens.map((background) => ({ foreground, background, minimum: foreground === '--ink' ? 7 : 4.5 })),
  ),
  ...['--accent', '--accent-strong'].map((background) => ({ foreground: '--on-accent', background, minimum: 4.5 })),
  ...['--accent-wash', '--annotation-wash'].map((background) => ({ foreground: '--ink', background, minimum: 4.5 })),
  { foreground: '--accent-strong', background: '--accent-wash', minimum: 4.5 },
  { foreground: '--ground', background: '--ink', minimum: 4.5 },
  ...groundTokens.map((background) => ({ foreground: '--line-strong', background, minimum: 3 })),
];
