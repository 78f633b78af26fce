import type { SectionOf } from '../../../contract/content/section-schemas.ts';
import { type DrawingHeights, unknownHeights } from '../../parts/drawing.tsx';
import { measureCharts } from '../../parts/measure-drawings.ts';
import { SectionFrame } from '../../parts/section-frame.tsx';
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
function ChartSection(props: SectionProps<'chart', ChartData>) {
  const { section, data, page } = props;
  return (
    <SectionFrame {...props}>
      <ChartFigure entry={{ type: 'PAGE', slug: page.slug, preview: page.isPreview }} sheet={section.sheet} {...data} />
    </SectionFrame>
  );
}

export const section = createSection<'chart', ChartData>('chart', { load: loadChart, View: ChartSection });
