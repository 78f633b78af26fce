import './configure-zod.ts';

import { createElement, Fragment, type ReactNode } from 'react';
import { entryFields } from '../../contract/entry-fields.ts';
import { drawChart } from '../../site/drawings/chart.ts';
import { type Drawing, inlineMarks } from '../../site/drawings/drawing.ts';
import { drawSchematic } from '../../site/drawings/schematic.ts';
import { toSvgElements } from './svg-elements.ts';

/** A drawing as the live view shows it, or the reasons why the data cannot be drawn. */
export type FieldDrawing =
  | { title: string; viewBox: string; marks: ReactNode; problems?: undefined }
  | { problems: string[] };

const parsers = {
  sheet: entryFields.INFOGRAPHIC.shape.sheets.element,
  schematic: entryFields.SERVICE.shape.schematic,
};

export type DrawingKind = keyof typeof parsers;

function present(drawing: Drawing): FieldDrawing {
  const { title, width, height } = drawing;
  const marks = createElement(Fragment, null, ...toSvgElements(inlineMarks(drawing)));
  return { title, viewBox: `0 0 ${width} ${height}`, marks };
}

function describeIssue({ path, message }: { path: PropertyKey[]; message: string }): string {
  const place = path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' ');
  return place ? `${place}: ${message}` : message;
}

/** Draws a field's value with the code of the public site. Returns the problems of the value where it does not fit the schema. */
export function drawField(kind: DrawingKind, value: unknown): FieldDrawing {
  if (kind === 'sheet') {
    const { data, error } = parsers.sheet.safeParse(value);
    return data ? present(drawChart(data)) : { problems: error.issues.map(describeIssue) };
  }
  const { data, error } = parsers.schematic.safeParse(value);
  if (error) return { problems: error.issues.map(describeIssue) };
  return data ? present(drawSchematic(data)) : { problems: ['Nothing to draw yet.'] };
}
