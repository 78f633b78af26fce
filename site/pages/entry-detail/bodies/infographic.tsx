import type { DataSheet } from '../../../../contract/content/entry-fields.ts';
import { unknownHeights } from '../../../parts/drawing.tsx';
import { Prose } from '../../../parts/prose.tsx';
import { ChartFigure } from '../chart-figure.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';

/** Renders an infographic: its charts, each with a table of its figures, and its text. */
export function renderInfographicBody({ entry, heights }: BodyProps<'INFOGRAPHIC'>): BodySection[] {
  const charts = entry.fields.sheets.map((sheet: DataSheet, index) => ({
    id: String(index + 1),
    title: <bdi>{sheet.title}</bdi>,
    content: <ChartFigure entry={entry} sheet={sheet} index={index} heights={heights[index] ?? unknownHeights} />,
  }));
  return [...charts, { id: 'reading', title: 'Reading the figures', content: <Prose html={entry.html} /> }];
}
