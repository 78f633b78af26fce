import type { DataSheet, Schematic } from '../../contract/entry-fields.ts';
import type { EntryType } from '../../contract/entry-types.ts';
import { drawChart } from './chart.ts';
import { drawPlate } from './plate.ts';
import { drawSchematic } from './schematic.ts';

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
export const chartMarks = (sheet: DataSheet) => marksOf(drawChart(sheet));

// A plate takes a millisecond or two to draw, and is the same for as long as the program runs.
const plates = new Map<string, string>();
const mostKept = 200;

export function plateMarks(type: EntryType, slug: string): string {
  const key = `${type}/${slug}`;
  const kept = plates.get(key);
  if (kept) return kept;
  const marks = marksOf(drawPlate(type, slug));
  if (plates.size >= mostKept) plates.clear();
  plates.set(key, marks);
  return marks;
}
