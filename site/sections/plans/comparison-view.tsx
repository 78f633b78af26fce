import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { createSection, type SectionProps } from '../section.ts';
import { PlanComparison } from './plan-comparison.tsx';

/** Renders the plans in a table. In a file of its own, so that the list of plans does not load the code of sections. */
function PlansContent({ data, Heading }: SectionProps<'plans', EntryCard<'PLAN'>[]>) {
  return <PlanComparison plans={data} heading={Heading} />;
}

export const section = createSection('plans-comparison', {
  load: ({ loadList }) => loadList('PLAN'),
  Content: PlansContent,
  isFullWidth: true,
});
