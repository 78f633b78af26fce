import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import type { DetailType } from './entry-data.ts';

/** What is assumed where the drawing code cannot be had: the drawing then shows whole, a little smaller. */
const fallback = 900;

function heightOf(svg: string): number {
  return Number(/viewBox="0 0 800 ([\d.]+)"/.exec(svg)?.[1] ?? fallback);
}

/**
 * Heights of an entry's drawings, which are 800 wide: the page keeps their place before they arrive. The code that
 * draws is brought in only here, so that a visitor's first page does not carry it.
 */
export async function drawingHeights(entry: EntryDetail<DetailType>): Promise<number[]> {
  try {
    if (entry.type === 'INFOGRAPHIC') {
      const { drawChart } = await import('../../drawings/chart.ts');
      return entry.fields.sheets.map((sheet) => heightOf(drawChart(sheet)));
    }
    if (entry.type === 'SERVICE' || entry.type === 'MICROSERVICE') {
      const { drawSchematic } = await import('../../drawings/schematic.ts');
      return [heightOf(drawSchematic(entry.fields.schematic))];
    }
    return [];
  } catch {
    return entry.type === 'INFOGRAPHIC' ? entry.fields.sheets.map(() => fallback) : [fallback];
  }
}
