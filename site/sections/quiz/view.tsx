import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { QuestionOfTheDay } from '../../../contract/content/record-shapes.ts';
import { Link } from '../../parts/link.tsx';
import { QuizQuestion } from '../../parts/quiz-question.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';

/** Renders the question of the day; nothing without any trivia. */
function QuizSection(props: SectionProps<'quiz', QuestionOfTheDay | null>) {
  const { data: trivia } = props;
  if (!trivia) return null;
  return (
    <SectionFrame {...props}>
      <QuizQuestion {...trivia}>
        <p>
          <Link to={getEntryPath('TRIVIA', trivia.slug)}>See why</Link>
        </p>
      </QuizQuestion>
    </SectionFrame>
  );
}

export const section = createSection<'quiz', QuestionOfTheDay | null>('quiz', {
  load: async ({ client, signal }) => (await client.call('triviaOfTheDay', {}, { signal })).item,
  View: QuizSection,
  countSheets: ({ title }, trivia) => Number(title !== undefined && trivia !== null),
});
