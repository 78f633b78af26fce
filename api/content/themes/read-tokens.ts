import { pathToFileURL } from 'node:url';
import { type ColourName, colourNames, colourSchemes, type Palette } from '../../../contract/look/colours.ts';

/** What `tokens.json` says: colours of both schemes, and a custom property for each other token. */
export interface Tokens {
  palette: Palette;
  properties: Record<string, string>;
}

/** A value of the W3C Design Tokens format 2025.10, after its aliases are resolved. */
interface ParsedToken {
  id: string;
  $type: string;
  $value: unknown;
}

const toHex = (components: readonly unknown[]) =>
  `#${components
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, Number(part))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Returns a colour as `#rrggbb`; undefined unless it is an opaque colour in sRGB. */
function readColour({ $type, $value }: ParsedToken): string | undefined {
  const { colorSpace, components, alpha } = $value as { colorSpace: string; components: unknown[]; alpha?: number };
  return $type === 'color' && colorSpace === 'srgb' && (alpha ?? 1) === 1 ? toHex(components) : undefined;
}

/** Returns the hex of a colour if it differs from the components, which count; else null. */
function findWrongHex({ $value }: ParsedToken): string | null {
  const { components, hex } = $value as { components: unknown[]; hex?: string };
  return hex === undefined || hex.toLowerCase() === toHex(components) ? null : hex;
}

/** Returns the value of a token in the syntax of CSS; undefined for a type that no custom property needs. */
function toCssValue({ $type, $value }: ParsedToken): string | undefined {
  switch ($type) {
    case 'dimension':
    case 'duration': {
      const { value, unit } = $value as { value: number; unit: string };
      return `${value}${unit}`;
    }
    case 'fontFamily':
      return [$value]
        .flat()
        .map((family) => (/^[\w-]+$/.test(`${family}`) ? family : JSON.stringify(family)))
        .join(',');
    case 'cubicBezier':
      return `cubic-bezier(${($value as number[]).join(',')})`;
    case 'number':
    case 'fontWeight':
      return `${$value}`;
    default:
      return undefined;
  }
}

/** Returns the first line of an error of the parser, without the excerpt of the file below it. */
const toLine = (error: unknown) =>
  `${error instanceof Error ? error.message : error}`.split('\n')[0]?.replace(/^[\w:/-]+: /, '') ?? '';

/** Reads a file in the W3C Design Tokens format. Adds what is wrong with the file to `problems`. */
export async function readTokens(file: string, text: string, problems: string[]): Promise<Tokens | null> {
  const filename = pathToFileURL(file);
  const { defineConfig, Logger, parse } = await import('@terrazzo/parser');
  const config = defineConfig({}, { cwd: new URL('.', filename) });
  let parsed: ParsedToken[];
  try {
    const { tokens } = await parse([{ filename, src: text }], { config, logger: new Logger({ level: 'silent' }) });
    parsed = Object.values(tokens) as ParsedToken[];
  } catch (error) {
    problems.push(toLine(error));
    return null;
  }
  const palette = { light: {}, dark: {} } as Palette;
  const properties: Record<string, string> = {};
  for (const token of parsed) {
    const wrong = token.$type === 'color' ? findWrongHex(token) : null;
    if (wrong) problems.push(`${token.id} has the hex ${wrong}, which is not the colour of its components`);
    const [group = '', ...rest] = token.id.split('.');
    const scheme = colourSchemes.find((each) => each === group);
    const name = rest.join('-') as ColourName;
    const value = scheme ? readColour(token) : toCssValue(token);
    if (value === undefined) {
      problems.push(`${token.id} has the type ${token.$type} or a value that a theme cannot use`);
    } else if (!scheme) properties[`--${token.id.replaceAll('.', '-')}`] = value;
    else if (colourNames.includes(name)) palette[scheme][name] = value;
    else problems.push(`${token.id} is no colour of a theme`);
  }
  for (const scheme of colourSchemes) {
    for (const name of colourNames) if (!palette[scheme][name]) problems.push(`${scheme}.${name} is missing`);
  }
  return { palette, properties };
}
