import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { PlanComparison } from './plan-comparison.tsx';

type Plans = EntryCard<'PLAN'>[];

/** Renders the plans in a table. */
function PlanComparisonSection(props: SectionProps<'plans', Plans>) {
  return (
    <SectionFrame {...props} isFullWidth>
      <PlanComparison plans={props.data} heading={props.section.title ? 'h3' : 'h2'} />
    </SectionFrame>
  );
}

export const section = createSection<'plans-comparison', Plans>('plans-comparison', {
  load: ({ loadList }) => loadList('PLAN'),
  View: PlanComparisonSection,
});
