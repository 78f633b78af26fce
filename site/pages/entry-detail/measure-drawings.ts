import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { type DrawingHeights, unknownHeights } from '../../parts/drawing.tsx';
import type { DetailType } from './entry-data.ts';

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
      const { drawNarrowSchematic, drawSchematic } = await import('../../drawings/schematic.ts');
      const { schematic } = entry.fields;
      return [{ wide: drawSchematic(schematic).height, narrow: drawNarrowSchematic(schematic).height }];
    }
    return [];
  } catch {
    return entry.type === 'INFOGRAPHIC' ? entry.fields.sheets.map(() => unknownHeights) : [unknownHeights];
  }
}
