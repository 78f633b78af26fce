import type { DataSheet } from '../../../../contract/entry-fields.ts';
import { Prose } from '../../../parts/prose.tsx';
import { ChartFigure } from '../chart-figure.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';

/** A long sheet of charts, each with its figures one click away, then what they say. */
export function infographicBody({ entry, heights }: BodyProps<'INFOGRAPHIC'>): BodySheet[] {
  const charts = entry.fields.sheets.map((sheet: DataSheet, index) => ({
    id: String(index + 1),
    title: sheet.title,
    content: <ChartFigure entry={entry} sheet={sheet} index={index} height={heights[index] ?? 900} />,
  }));
  return [...charts, { id: 'reading', title: 'Reading the figures', content: <Prose html={entry.html} /> }];
}
