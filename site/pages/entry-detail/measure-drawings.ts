import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import type { DetailType } from './entry-data.ts';

/** Assumed where the code that draws cannot be loaded; the drawing is then shown whole and a little smaller. */
const fallback = 900;

/**
 * Returns the heights of an entry's drawings, which are 800 wide, so that the page reserves their place. The code that draws is
 * imported on demand: a browser loads it only when it opens such an entry itself.
 */
export async function measureDrawings(entry: EntryDetail<DetailType>): Promise<number[]> {
  try {
    if (entry.type === 'INFOGRAPHIC') {
      const { drawChart } = await import('../../drawings/chart.ts');
      return entry.fields.sheets.map((sheet) => drawChart(sheet).height);
    }
    if (entry.type === 'SERVICE' || entry.type === 'MICROSERVICE') {
      const { drawSchematic } = await import('../../drawings/schematic.ts');
      return [drawSchematic(entry.fields.schematic).height];
    }
    return [];
  } catch {
    return entry.type === 'INFOGRAPHIC' ? entry.fields.sheets.map(() => fallback) : [fallback];
  }
}
