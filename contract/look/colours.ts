/** The colours of a theme, by the names of their tokens, each with its purpose. */
export const colourPurposes = {
  ground: 'background of the page',
  'ground-raised': 'background of fields and of hovered cards',
  'ground-sunk': 'background of code and table heads',
  ink: 'text',
  'ink-soft': 'captions and notes',
  line: 'separates sections, rows and cards',
  'line-faint': 'the grid behind the top of a page',
  'line-strong': 'borders of fields, buttons and the title block',
  accent: 'links, icons and primary buttons',
  'accent-strong': 'hovered links and buttons',
  'accent-wash': 'background of selected and hovered items',
  'on-accent': 'text on the accent',
  annotation: 'small text such as section numbers and dimensions',
  'annotation-wash': 'background of found words, link targets and previews',
  alert: 'error messages',
} as const;

export type ColourName = keyof typeof colourPurposes;
export const colourNames = Object.keys(colourPurposes) as ColourName[];

export const colourSchemes = ['light', 'dark'] as const;
export type ColourScheme = (typeof colourSchemes)[number];

/** Colours as `#rrggbb`. */
export type Colours = Record<ColourName, string>;
export type Palette = Record<ColourScheme, Colours>;

/** Two colours and their minimum contrast (WCAG 2.2: 4.5 for text, 3 for the border of a control). */
export interface ContrastPair {
  foreground: ColourName;
  background: ColourName;
  minimum: number;
}

const grounds = ['ground', 'ground-raised', 'ground-sunk'] as const;
const inks = ['ink', 'ink-soft', 'accent', 'accent-strong', 'annotation', 'alert'] as const;

/** Every pair of colours that the site uses. The build of a theme and the gate for an editor's colours check them. */
export const contrastPairs: readonly ContrastPair[] = [
  ...inks.flatMap((foreground) =>
    grounds.map((background) => ({ foreground, background, minimum: foreground === 'ink' ? 7 : 4.5 })),
  ),
  ...(['accent', 'accent-strong'] as const).map((background) => ({
    foreground: 'on-accent' as const,
    background,
    minimum: 4.5,
  })),
  ...(['accent-wash', 'annotation-wash'] as const).map((background) => ({
    foreground: 'ink' as const,
    background,
    minimum: 4.5,
  })),
  { foreground: 'accent-strong', background: 'accent-wash', minimum: 4.5 },
  { foreground: 'ground', background: 'ink', minimum: 4.5 },
  ...grounds.map((background) => ({ foreground: 'line-strong' as const, background, minimum: 3 })),
];

const readChannel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);

/** Returns the relative luminance of `#rrggbb`, 0 … 1 (WCAG 2.2). */
function getLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = readChannel(colour, at) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours, 1 … 21. */
export function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a colour painted over another one with an opacity of 0 … 1. */
export function mixColours(over: string, under: string, opacity: number): string {
  const parts = [1, 3, 5].map((at) =>
    Math.round(readChannel(over, at) * opacity + readChannel(under, at) * (1 - opacity)),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export interface LowContrast extends ContrastPair {
  scheme: ColourScheme;
  ratio: number;
}

/** Returns the pairs whose contrast is too low. */
export function findLowContrast(palette: Palette): LowContrast[] {
  return colourSchemes.flatMap((scheme) =>
    contrastPairs
      .map((pair) => ({
        ...pair,
        scheme,
        ratio: getContrast(palette[scheme][pair.foreground], palette[scheme][pair.background]),
      }))
      .filter(({ ratio, minimum }) => ratio < minimum),
  );
}

/** Describes a pair, such as `ink-soft on ground-raised in light has a contrast of 3.91:1; it needs 4.5:1`. */
export function describeLowContrast({ foreground, background, scheme, ratio, minimum }: LowContrast): string {
  // Rounded down, so that no ratio that is too low is shown as the one that it needs.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return `${foreground} on ${background} in ${scheme} has a contrast of ${shown}:1; it needs ${minimum}:1`;
}
