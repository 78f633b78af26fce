import type { DataSheet, Schematic } from '../../contract/content/entry-fields.ts';
import { type DrawingHeights, unknownHeights } from './drawing.tsx';

/**
 * Returns the heights of charts, so that a page reserves their place. The code that draws is imported on demand: a
 * browser loads it only when it opens a page with charts itself.
 */
export async function measureCharts(sheets: readonly DataSheet[]): Promise<DrawingHeights[]> {
  try {
    const { drawChart, drawNarrowChart } = await import('../drawings/chart.ts');
    return sheets.map((sheet) => ({ wide: drawChart(sheet).height, narrow: drawNarrowChart(sheet).height }));
  } catch {
    return sheets.map(() => unknownHeights);
  }
}

/** Returns the heights of a schematic, in the same way. */
export async function measureSchematic(schematic: Schematic): Promise<DrawingHeights> {
  try {
    const { drawNarrowSchematic, drawSchematic } = await import('../drawings/schematic.ts');
    return { wide: drawSchematic(schematic).height, narrow: drawNarrowSchematic(schematic).height };
  } catch {
    return unknownHeights;
  }
}
