import { LRUCache } from 'lru-cache';
import type { InlineDrawings } from '../parts/drawing.tsx';
import { drawChart, drawNarrowChart } from './chart.ts';
import { choosePlateFamily } from './choose-plate-family.ts';
import { inlineMarks } from './drawing.ts';
import { drawPlate } from './plate.ts';
import { replaceLabelsWithLines } from './replace-labels.ts';
import { drawNarrowSchematic, drawSchematic } from './schematic.ts';

/** Plates by type, slug and family. A plate takes one or two milliseconds to draw, and never changes. */
const plates = new LRUCache<string, string>({ max: 200 });

/** Draws the marks that the server puts into the HTML of a page, so that the first paint waits for no request. */
export const inlineDrawings: InlineDrawings = {
  chart: (sheet, isNarrow) => inlineMarks((isNarrow ? drawNarrowChart : drawChart)(sheet)),
  schematic: (schematic, isNarrow) => inlineMarks((isNarrow ? drawNarrowSchematic : drawSchematic)(schematic)),
  plate: (entry) => {
    const { type, slug } = entry;
    const family = choosePlateFamily(entry);
    const key = `${type}/${slug}/${family}`;
    const marks = plates.get(key) ?? inlineMarks(replaceLabelsWithLines(drawPlate(type, slug, family)));
    plates.set(key, marks);
    return marks;
  },
};
