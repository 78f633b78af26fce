import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { type HighlightedPlan, PlanHighlights } from './plan-highlights.tsx';

function toHighlightedPlan({ slug, title, fields }: EntryCard<'PLAN'>): HighlightedPlan {
  const { featured, monthly, currency, audience, highlights = [] } = fields;
  return { slug, title, featured, monthly, currency, audience, highlights: highlights.slice(0, 3) };
}

/** Renders the plans in a row. */
function PlanHighlightsSection(props: SectionProps<'plans', HighlightedPlan[]>) {
  return (
    <SectionFrame {...props} isFullWidth>
      <PlanHighlights plans={props.data} heading={getItemHeading(props)} more={props.section.more} />
    </SectionFrame>
  );
}

export const section = createSection<'plans-highlights', HighlightedPlan[]>('plans-highlights', {
  load: async ({ loadList }) => (await loadList('PLAN')).map(toHighlightedPlan),
  View: PlanHighlightsSection,
});
