import { Faqs } from '../../parts/faqs.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';

/** Renders questions whose answers open. */
function QuestionsSection(props: SectionProps<'questions', null>) {
  return (
    <SectionFrame {...props}>
      <Faqs faqs={props.section.questions} />
    </SectionFrame>
  );
}

export const section = createSection<'questions', null>('questions', { View: QuestionsSection });
