import type { Schematic, Sheet } from '../../contract/entry-fields.ts';
import type { EntryType } from '../../contract/entry-types.ts';
import { drawChart } from './chart.ts';
import { drawPlate } from './plate.ts';
import { drawSchematic } from './schematic.ts';
import { followScheme } from './tones.ts';

// Drawings that a page is seen with stand in the page: a request for them would come after it. For the server alone: views
// import nothing else of this folder, so that nothing of it reaches a browser with them.

/** The marks of a drawing, for an SVG element of the page, whose colours, letters and name they take on. */
function marksOf(drawing: string): string {
  const start = drawing.indexOf('<g id="drawing"');
  return drawing
    .slice(start, drawing.lastIndexOf('</g>') + '</g>'.length)
    .replace('id="drawing"', 'aria-hidden="true"');
}

export const schematicMarks = (schematic: Schematic) => marksOf(drawSchematic(schematic));
export const chartMarks = (sheet: Sheet) => marksOf(drawChart(sheet));

/** A drawing as the address of an image. */
function imageAddress(drawing: string): string {
  return `data:image/svg+xml,${drawing.replace(/["%#<>]/g, encodeURIComponent)}`;
}

interface Plate {
  marks: string | null;
  /** Of an image that follows the colour scheme. */
  address: string | null;
}

/** Letters of a plate; a longer one, one in five, would make a page longer than what its visitor is sent at first. */
const longest = 16_000;

// A plate takes a millisecond or two to draw, and is the same for as long as the program runs.
const plates = new Map<string, Plate>();
const mostKept = 200;

/** An entry's plate; nulls where it is better asked for. */
export function plateInPage(type: EntryType, slug: string): Plate {
  const key = `${type}/${slug}`;
  const kept = plates.get(key);
  if (kept) return kept;
  const drawing = drawPlate(type, slug);
  const isShort = drawing.length <= longest;
  const made = {
    marks: isShort ? marksOf(drawing) : null,
    address: isShort ? imageAddress(followScheme(drawing)) : null,
  };
  if (plates.size >= mostKept) plates.clear();
  plates.set(key, made);
  return made;
}
