import type { ColourScheme } from '../../contract/look/colours.ts';
import type { RenderedLook } from '../look.ts';
import { createSvgDocument, type Drawing } from './drawing.ts';
import { flattenProperties } from './flatten.ts';

/** Words that a picture shows in a box of its own, wrapped at the width of the box. */
export interface TextBlock {
  words: string;
  /** A family, and whether it is bold. */
  font: string;
  isBold?: boolean;
  /** Font sizes in pixels, the greatest first. The words have the first one at which they fit. */
  sizes: readonly number[];
  color: string;
  /** Distance of the lines, as a part of the font's own. */
  lineHeight?: number;
  left: number;
  top: number;
  width: number;
  height: number;
  align: 'top' | 'middle' | 'bottom';
}

/** A PNG to be drawn: an SVG document with fixed colours, and blocks of words above it. */
export interface Picture {
  svg: string;
  /** Width of the SVG document in its own units. */
  drawnWidth: number;
  /** Width of the PNG in pixels. */
  width: number;
  blocks: readonly TextBlock[];
  /** The packages of the fonts of all words. */
  fontPackages: readonly string[];
  /** Number of colours of the PNG. */
  colors: number;
  background?: string;
}

/** Describes a drawing as a PNG of a given width in pixels. */
export function createPicture(drawing: Drawing, width: number, look: RenderedLook, scheme?: ColourScheme): Picture {
  const svg = flattenProperties(createSvgDocument(drawing), look, scheme);
  const fontPackages = look.pictureFonts.packages;
  return { svg, drawnWidth: drawing.width, width, blocks: [], fontPackages, colors: 256 };
}
