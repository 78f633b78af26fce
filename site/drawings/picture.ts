import { createSvgDocument, type Drawing } from './drawing.ts';
import { flattenColors } from './flatten.ts';

/** Words that a picture shows in a box of its own, wrapped at the width of the box. */
export interface TextBlock {
  words: string;
  font: 'Familjen Grotesk Bold' | 'Martian Mono';
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
  /** Number of colours of the PNG. */
  colors: number;
  background?: string;
}

/** Describes a drawing as a PNG of a given width in pixels. */
export function createPicture(drawing: Drawing, width: number, theme: 'light' | 'dark' = 'light'): Picture {
  const svg = flattenColors(createSvgDocument(drawing), theme);
  return { svg, drawnWidth: drawing.width, width, blocks: [], colors: 256 };
}
