import './configure-zod.ts';

import { createElement, Fragment, type ReactNode } from 'react';
import { entryFields } from '../../contract/content/entry-fields.ts';
import { drawChart, drawNarrowChart } from '../../site/drawings/chart.ts';
import { type Drawing, inlineMarks } from '../../site/drawings/drawing.ts';
import { drawNarrowSchematic, drawSchematic } from '../../site/drawings/schematic.ts';
import { toSvgElements } from './svg-elements.ts';

interface DrawnView {
  viewBox: string;
  marks: ReactNode;
}

/** A drawing as the live view shows it, wide and narrow, or the reasons why the data cannot be drawn. */
export type FieldDrawing =
  | { title: string; wide: DrawnView; narrow: DrawnView; problems?: undefined }
  | { problems: string[] };

const schemas = {
  sheet: entryFields.INFOGRAPHIC.shape.sheets.element,
  schematic: entryFields.SERVICE.shape.schematic,
};

/** `counts` is a sheet without figures at points of zero, of which a short period may have many. */
export type DrawingKind = keyof typeof schemas | 'counts';

/** The figures at points of zero of a line, with their grounds. */
const zeroFigures = /<rect [^>]*><text [^>]*font-weight="500"[^>]*>0<\/text>/g;

function toView(drawing: Drawing): DrawnView {
  const marks = createElement(Fragment, null, ...toSvgElements(inlineMarks(drawing)));
  return { viewBox: `0 0 ${drawing.width} ${drawing.height}`, marks };
}

function createDrawing(wide: Drawing, narrow: Drawing): FieldDrawing {
  return { title: wide.title, wide: toView(wide), narrow: toView(narrow) };
}

function describeIssue({ path, message }: { path: PropertyKey[]; message: string }): string {
  const place = path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' ');
  return place ? `${place}: ${message}` : message;
}

/**
 * Draws a field's value with the code of the public site. Returns the problems of the value where it does not fit the
 * schema.
 */
export function drawField(kind: DrawingKind, value: unknown): FieldDrawing {
  if (kind !== 'schematic') {
    const { data, error } = schemas.sheet.safeParse(value);
    if (!data) return { problems: error.issues.map(describeIssue) };
    const [wide, narrow] = [drawChart(data), drawNarrowChart(data)].map((drawing) =>
      kind === 'counts' ? { ...drawing, marks: drawing.marks.replace(zeroFigures, '') } : drawing,
    ) as [Drawing, Drawing];
    return createDrawing(wide, narrow);
  }
  const { data, error } = schemas.schematic.safeParse(value);
  if (error) return { problems: error.issues.map(describeIssue) };
  if (!data) return { problems: ['Nothing to draw yet.'] };
  return createDrawing(drawSchematic(data), drawNarrowSchematic(data));
}
