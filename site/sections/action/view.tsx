import { CallToAction } from '../../parts/call-to-action.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { createSection, type SectionProps } from '../section.ts';

/** Renders a heading, a sentence and up to two actions. */
function ActionSection(props: SectionProps<'action', null>) {
  const { section, anchor } = props;
  return <CallToAction {...section} id={anchor ?? section.id} attributes={getSectionAttributes(props)} />;
}

export const section = createSection('action', { View: ActionSection, countSheets: () => 0 });
