import type { Palette } from './colours.ts';
import type { ChoosableColour } from './derive-colours.ts';
import type { StructureName } from './structure.ts';

/** A local font that stands in for a font until it arrives, with adjusted widths, so that few lines move. */
export interface FallbackFont {
  family: string;
  /** In the syntax of CSS, such as `400` or `500 700`. */
  weight: string;
  /** Names of fonts that a machine may have. */
  local: string[];
  /** Percentages of the local font's own measures. */
  sizeAdjust: number;
  ascent: number;
  descent: number;
}

/** A variable font of a package of npm. */
export interface ThemeFont {
  family: string;
  /** The package, such as `@fontsource-variable/martian-mono`. */
  package: string;
  /** The file of the package with all Latin characters. */
  file: string;
  /** The file of the theme with the most used characters, which `npm run theme -- fonts` makes from `source`. */
  core: string;
  /** The file of the package that the core is cut from; without it `file`. */
  source?: string | undefined;
  /** The axes of the core: a range, or the one value at which an axis is fixed. */
  axes: Record<string, number | [min: number, max: number]>;
  fallbacks: FallbackFont[];
}

/** Fonts that go together. The first pair of a theme is the usual one. */
export interface TypePair {
  name: string;
  title: string;
  /** The families that a page with this pair loads. */
  families: string[];
  /** Custom properties that the pair sets, such as `--font-heading`. */
  properties: Record<string, string>;
}

/** A theme, as the build makes it from its folder. */
export interface Theme {
  name: string;
  title: string;
  summary: string;
  /** File of a picture of a page in this theme, in its folder. */
  picture: string;
  /** The colours that an editor can choose. */
  colours: ChoosableColour[];
  typePairs: TypePair[];
  /** The words that an editor can choose, the usual first. */
  structure: Record<StructureName, string[]>;
  fonts: ThemeFont[];
  palette: Palette;
  /** The custom properties of the tokens that are no colours. */
  properties: Record<string, string>;
  /** The rules of `theme.css`, minified. */
  rules: string;
}
