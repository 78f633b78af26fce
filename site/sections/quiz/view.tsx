import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { QuestionOfTheDay } from '../../../contract/content/record-shapes.ts';
import { Link } from '../../parts/link.tsx';
import { QuizQuestion } from '../../parts/quiz-question.tsx';
import { createSection, type SectionProps } from '../section.ts';

function QuizContent({ data: trivia }: SectionProps<'quiz', QuestionOfTheDay | null>) {
  return (
    trivia && (
      <QuizQuestion {...trivia}>
        <p>
          <Link to={getEntryPath('TRIVIA', trivia.slug)}>See why</Link>
        </p>
      </QuizQuestion>
    )
  );
}

export const section = createSection('quiz', {
  load: async ({ client, signal }) => (await client.call('triviaOfTheDay', {}, { signal })).item,
  Content: QuizContent,
  isEmpty: (trivia) => trivia === null,
});
