import { LRUCache } from 'lru-cache';
import type { InlineDrawings } from '../parts/drawing.tsx';
import { drawChart, drawNarrowChart } from './chart.ts';
import { choosePlateFamily } from './choose-plate-family.ts';
import { inlineMarks } from './drawing.ts';
import { drawPlate } from './plate.ts';
import { drawNarrowSchematic, drawSchematic } from './schematic.ts';

/** Plates by type, slug and family. One takes a millisecond or two to draw, and never changes. */
const plates = new LRUCache<string, string>({ max: 200 });

/** Draws into the markup of a page; a request for the drawing would delay the first view. */
export const inlineDrawings: InlineDrawings = {
  chart: (sheet, isNarrow) => inlineMarks((isNarrow ? drawNarrowChart : drawChart)(sheet)),
  schematic: (schematic, isNarrow) => inlineMarks((isNarrow ? drawNarrowSchematic : drawSchematic)(schematic)),
  plate: (entry) => {
    const { type, slug } = entry;
    const family = choosePlateFamily(entry);
    const key = `${type}/${slug}/${family}`;
    const marks = plates.get(key) ?? inlineMarks(drawPlate(type, slug, family));
    plates.set(key, marks);
    return marks;
  },
};
