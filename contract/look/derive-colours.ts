import {
  type ColourName,
  type ColourScheme,
  type Colours,
  colourSchemes,
  getContrast,
  mixColours,
  type Palette,
} from './colours.ts';

/** The colours that a theme can let an editor choose. All others are derived from them. */
export const choosableColours = ['ground', 'ink', 'accent', 'annotation', 'alert'] as const;
export type ChoosableColour = (typeof choosableColours)[number];

/** The colours that an editor has chosen, as `#rrggbb`. */
export type ChosenColours = Partial<Record<ColourScheme, Partial<Record<ChoosableColour, string>>>>;

const grounds = ['ground', 'ground-raised', 'ground-sunk'] as const;

/** Returns the mixture of a colour with as much of another one as leaves a contrast on all grounds. */
function soften(colours: Colours, over: string, under: string, opacity: number, minimum: number): string {
  const steps = Array.from({ length: 20 }, (_, step) => opacity + ((1 - opacity) * step) / 19);
  const mixtures = steps.map((share) => mixColours(over, under, share));
  const isEnough = (mixture: string) => grounds.every((ground) => getContrast(mixture, colours[ground]) >= minimum);
  return mixtures.find(isEnough) ?? over;
}

interface Derivation {
  /** The chosen colours on which the derived one depends. */
  from: readonly ChoosableColour[];
  derive(colours: Colours, scheme: ColourScheme): string;
}

/** How the other colours follow from the chosen ones, in the order in which they are derived. */
const derivations: Readonly<Record<Exclude<ColourName, ChoosableColour>, Derivation>> = {
  'ground-raised': {
    from: ['ground'],
    derive: ({ ground, ink }, scheme) =>
      scheme === 'light' ? mixColours('#ffffff', ground, 0.5) : mixColours(ink, ground, 0.04),
  },
  'ground-sunk': {
    from: ['ground'],
    derive: ({ ground, ink }, scheme) =>
      scheme === 'light' ? mixColours(ink, ground, 0.03) : mixColours('#000000', ground, 0.3),
  },
  'ink-soft': {
    from: ['ground', 'ink'],
    derive: (colours) => soften(colours, colours.ink, colours.ground, 0.72, 4.6),
  },
  line: { from: ['ground', 'ink'], derive: ({ ink, ground }) => mixColours(ink, ground, 0.14) },
  'line-faint': { from: ['ground', 'ink'], derive: ({ ink, ground }) => mixColours(ink, ground, 0.06) },
  'line-strong': {
    from: ['ground', 'ink'],
    derive: (colours) => soften(colours, colours.ink, colours.ground, 0.5, 3.1),
  },
  'accent-strong': { from: ['ink', 'accent'], derive: ({ accent, ink }) => mixColours(accent, ink, 0.75) },
  'accent-wash': { from: ['ground', 'accent'], derive: ({ accent, ground }) => mixColours(accent, ground, 0.09) },
  'on-accent': {
    from: ['accent'],
    derive: ({ accent }) => (getContrast('#ffffff', accent) >= getContrast('#101010', accent) ? '#ffffff' : '#101010'),
  },
  'annotation-wash': {
    from: ['ground', 'annotation'],
    derive: ({ annotation, ground }) => mixColours(annotation, ground, 0.18),
  },
};

/** Returns the colours of a theme with those that an editor has chosen, and with all that follow from them. */
export function applyChosenColours(palette: Palette, chosen: ChosenColours | undefined): Palette {
  const entries = colourSchemes.map((scheme) => {
    const own = chosen?.[scheme] ?? {};
    const colours: Colours = { ...palette[scheme], ...own };
    for (const [name, { from, derive }] of Object.entries(derivations)) {
      if (from.some((source) => own[source])) colours[name as ColourName] = derive(colours, scheme);
    }
    return [scheme, colours] as const;
  });
  return Object.fromEntries(entries) as Palette;
}
