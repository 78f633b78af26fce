import { LRUCache } from 'lru-cache';
import type { InlineDrawings } from '../parts/drawing.tsx';
import { drawChart, drawNarrowChart } from './chart.ts';
import { choosePlateFamily } from './choose-plate-family.ts';
import { inlineMarks } from './drawing.ts';
import { drawPlate } from './plate.ts';
import { replaceLabelsWithLines } from './replace-labels.ts';
import { drawNarrowSchematic, drawSchematic } from './schematic.ts';

/** Plates by type, slug, family and lettering. A plate takes one or two milliseconds to draw, and never changes. */
const plates = new LRUCache<string, string>({ max: 200 });

/** Draws the marks that the server puts into the HTML of a page, so that the first paint waits for no request. */
export const inlineDrawings: InlineDrawings = {
  chart: (sheet, isNarrow) => inlineMarks((isNarrow ? drawNarrowChart : drawChart)(sheet)),
  schematic: (schematic, isNarrow) => inlineMarks((isNarrow ? drawNarrowSchematic : drawSchematic)(schematic)),
  plate: (entry, isLettered) => {
    const { type, slug } = entry;
    const family = choosePlateFamily(entry);
    const key = `${type}/${slug}/${family}/${isLettered}`;
    const draw = () => {
      const plate = drawPlate(type, slug, family);
      return inlineMarks(isLettered ? plate : replaceLabelsWithLines(plate));
    };
    const marks = plates.get(key) ?? draw();
    plates.set(key, marks);
    return marks;
  },
};
