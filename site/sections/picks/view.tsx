import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { loadPicks, type PicksData } from './load.ts';
import { RecommendedEntries } from './recommended-entries.tsx';

/** Renders what fits the visitor's role or interests. */
function PicksSection(props: SectionProps<'picks', PicksData>) {
  return (
    <SectionFrame {...props} isFullWidth>
      <RecommendedEntries data={props.data} path={props.page.path} headingLevel={props.section.title ? 3 : 2} />
    </SectionFrame>
  );
}

export const section = createSection<'picks', PicksData>('picks', { load: loadPicks, View: PicksSection });
