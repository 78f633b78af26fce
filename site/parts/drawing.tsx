import { createContext, use } from 'react';
import type { DataSheet, Schematic } from '../../contract/content/entry-fields.ts';
import type { PlateSubject } from '../drawings/choose-plate-family.ts';
import styles from './drawing.module.css';
import { toTrustedHtml } from './trusted-html.ts';

/**
 * The functions that draw the SVG marks of each kind of drawing. Charts and schematics have a second, narrow drawing
 * for phones.
 */
export interface InlineDrawings {
  chart(sheet: DataSheet, isNarrow: boolean): string;
  schematic(schematic: Schematic, isNarrow: boolean): string;
  plate(entry: PlateSubject): string;
}

/**
 * The server provides the drawing functions (`entry-server.tsx`), so that the drawings seen first need no
 * request. In a browser the value is null: no drawing code is sent, and a view fetches its drawing from `src`.
 */
export const InlineDrawingsContext = createContext<InlineDrawings | null>(null);

interface InlineDrawingProps {
  /** Address of an SVG file, in which the element with the id `drawing` contains all marks. */
  src: string;
  /** Draws the same marks. */
  draw: (inline: InlineDrawings) => string;
  viewBox: string;
  /** Text alternative; without one, the drawing is decoration. */
  label?: string;
  className?: string;
}

/**
 * Renders an SVG that inherits the colours of the page: with its marks inline, or with `<use>` of the file at `src`.
 */
export function InlineDrawing({ src, draw, viewBox, label, className }: InlineDrawingProps) {
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  const inline = use(InlineDrawingsContext);
  const marks = inline ? draw(inline) : toTrustedHtml(`<use href="${src}#drawing"/>`);
  return (
    <svg
      viewBox={viewBox}
      {...name}
      className={className ? `${styles.drawing} ${className}` : styles.drawing}
      // Hydration keeps the marks that the server rendered.
      dangerouslySetInnerHTML={{ __html: marks }}
      suppressHydrationWarning
    />
  );
}

/** Heights of a drawing that is 800 wide, and of its narrow drawing for phones, which is 460 wide. */
export interface DrawingHeights {
  wide: number;
  narrow: number;
}

/** Assumed if the code that draws cannot be loaded. A lower drawing has space below it; a higher one is cut off. */
export const unknownHeights: DrawingHeights = { wide: 900, narrow: 900 };

/** Returns the view boxes of a drawing and of its narrow drawing. */
export function getViewBoxes({ wide, narrow }: DrawingHeights): { wide: string; narrow: string } {
  return { wide: `0 0 800 ${wide}`, narrow: `0 0 460 ${narrow}` };
}

interface ResponsiveDrawingProps {
  /** Address of the drawing without its ending. The narrow drawing's address has `/narrow` before the ending. */
  address: string;
  query: string;
  draw(inline: InlineDrawings, isNarrow: boolean): string;
  heights: DrawingHeights;
  label: string;
}

/** Renders both drawings. The style sheet shows one of them, so that only one is in the accessibility tree. */
export function ResponsiveDrawing({ address, query, draw, heights, label }: ResponsiveDrawingProps) {
  const viewBox = getViewBoxes(heights);
  return (
    <>
      <InlineDrawing
        src={`${address}.svg${query}`}
        draw={(inline) => draw(inline, false)}
        viewBox={viewBox.wide}
        label={label}
        className={styles.wide}
      />
      <InlineDrawing
        src={`${address}/narrow.svg${query}`}
        draw={(inline) => draw(inline, true)}
        viewBox={viewBox.narrow}
        label={label}
        className={styles.narrow}
      />
    </>
  );
}

interface DecorativeImageProps {
  /** Address of a picture, or of an SVG file that follows the colour scheme by itself. */
  src: string;
  width: number;
  height: number;
}

/** Renders a drawing or a photograph without a text alternative. */
export function DecorativeImage({ src, width, height }: DecorativeImageProps) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt=""
      // While a slow page loads, browsers request an eager drawing twice, because its cache policy asks to revalidate.
      loading="lazy"
      decoding="async"
      className={`${styles.drawing} ${styles.image}`}
    />
  );
}
