import type { ColourScheme } from '../../../contract/look/colours.ts';

export interface DesignToken {
  name: string;
  value: string;
  /** What the token is for. */
  reason: string;
}

/** A token or a group of the W3C Design Tokens format. */
interface TokenNode {
  $value?: unknown;
  $description?: string;
  [name: string]: unknown;
}

interface Colour {
  hex: string;
}

/** Returns a value as a style sheet has it. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return 'hex' in value ? String(value.hex) : Object.values(value).join('');
}

/** Returns the tokens of a group, with the names of their custom properties. */
function listTokens(node: TokenNode, path: readonly string[] = []): DesignToken[] {
  if ('$value' in node)
    return [{ name: `--${path.join('-')}`, value: toText(node.$value), reason: node.$description ?? '' }];
  return Object.entries(node)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, child]) => listTokens(child as TokenNode, [...path, name]));
}

/** Returns the custom properties of the first `:root` rule of a style sheet, with the comments beside or above them. */
function listProperties(css: string): DesignToken[] {
  const [, rule = ''] = /:root,[^{]*\{\n([\s\S]*?)\n {2}\}/.exec(css) ?? [];
  const parts = rule.matchAll(/\/\*\s*([\s\S]*?)\s*\*\/|(--[\w-]+):\s*([^;]+);(?:[ \t]*\/\*\s*(.*?)\s*\*\/)?/g);
  const tokens: DesignToken[] = [];
  let above = '';
  for (const [, comment, name, value = '', beside] of parts) {
    if (name) tokens.push({ name, value: value.replace(/\s+/g, ' '), reason: beside ?? above });
    else above = comment ?? '';
  }
  return tokens;
}

/** Reads the tokens of a theme from its files `tokens.json` and `theme.css`. */
export function readTokens(json: string, css: string): DesignToken[] {
  const { light, dark, ...groups } = JSON.parse(json) as Record<'light' | 'dark', Record<string, { $value: Colour }>>;
  const colours = listTokens(light as TokenNode).map((token) => {
    const value = `light-dark(${token.value}, ${dark[token.name.slice(2)]?.$value.hex})`;
    return { ...token, value };
  });
  return [...colours, ...listTokens(groups), ...listProperties(css)];
}

/** Returns the colour of a token in a colour scheme, as `#rrggbb`; black if the token is no pair of colours. */
export function getColour(tokens: readonly DesignToken[], name: string, scheme: ColourScheme): string {
  const value = tokens.find((token) => token.name === name)?.value ?? '';
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  return (scheme === 'light' ? light : dark) ?? '#000000';
}
