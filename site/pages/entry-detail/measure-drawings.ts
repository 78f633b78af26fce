import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import type { DetailType, DrawingHeights } from './entry-data.ts';

/** Assumed where the code that draws cannot be loaded; the drawing is then shown whole and a little smaller. */
const fallback: DrawingHeights = { wide: 900, narrow: 800 };

/**
 * Returns the heights of an entry's drawings, so that the page reserves their place. The code that draws is
 * imported on demand: a browser loads it only when it opens such an entry itself.
 */
export async function measureDrawings(entry: EntryDetail<DetailType>): Promise<DrawingHeights[]> {
  try {
    if (entry.type === 'INFOGRAPHIC') {
      const { drawChart, drawNarrowChart } = await import('../../drawings/chart.ts');
      return entry.fields.sheets.map((sheet) => ({
        wide: drawChart(sheet).height,
        narrow: drawNarrowChart(sheet).height,
      }));
    }
    if (entry.type === 'SERVICE' || entry.type === 'MICROSERVICE') {
      const { drawSchematic } = await import('../../drawings/schematic.ts');
      const { height } = drawSchematic(entry.fields.schematic);
      return [{ wide: height, narrow: height }];
    }
    return [];
  } catch {
    return entry.type === 'INFOGRAPHIC' ? entry.fields.sheets.map(() => fallback) : [fallback];
  }
}
