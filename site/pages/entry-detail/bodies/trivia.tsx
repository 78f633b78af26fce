import { Prose } from '../../../parts/prose.tsx';
import { QuizQuestion } from '../../../parts/quiz-question.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';
import { SourceNote } from '../source-note.tsx';

/** Renders a trivia: its question, and the explanation of the answer. */
export function renderTriviaBody({ entry }: BodyProps<'TRIVIA'>): BodySection[] {
  const { question, options, answer, source } = entry.fields;
  const content = (
    <QuizQuestion question={question} options={options} answer={answer}>
      <Prose html={entry.html} />
      {source && <SourceNote source={source} />}
    </QuizQuestion>
  );
  return [{ id: 'question', title: 'Take a guess', content }];
}
