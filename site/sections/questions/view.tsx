import { Faqs } from '../../parts/faqs.tsx';
import { createSection, type SectionProps } from '../section.ts';

/** Renders questions whose answers open. */
function QuestionsContent({ section }: SectionProps<'questions', null>) {
  return <Faqs faqs={section.questions} />;
}

export const section = createSection('questions', { Content: QuestionsContent });
