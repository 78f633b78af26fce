import type { SectionOf } from '../../../contract/content/section-schemas.ts';
import { type DrawingHeights, unknownHeights } from '../../parts/drawing.tsx';
import { measureCharts } from '../../parts/measure-drawings.ts';
import { createSection, type SectionArgs, type SectionProps } from '../section.ts';
import { ChartFigure } from './chart-figure.tsx';

interface ChartData {
  /** Zero-based index of the chart among those of the page. */
  index: number;
  heights: DrawingHeights;
}

async function loadChart({ page }: SectionArgs, section: SectionOf<'chart'>): Promise<ChartData> {
  const charts = (page.fields.sections ?? []).filter(({ kind }) => kind === 'chart');
  const [heights = unknownHeights] = await measureCharts([section.sheet]);
  return { index: charts.findIndex(({ id }) => id === section.id), heights };
}

/** Renders figures drawn as a chart, with their table and source. */
function ChartContent({ section, data, page }: SectionProps<'chart', ChartData>) {
  const entry = { type: 'PAGE', slug: page.slug, preview: page.isPreview } as const;
  return <ChartFigure entry={entry} sheet={section.sheet} {...data} />;
}

export const section = createSection('chart', { load: loadChart, Content: ChartContent });
