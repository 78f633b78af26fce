import { Guess } from '../../../parts/guess.tsx';
import { Prose } from '../../../parts/prose.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';
import { Source } from '../source.tsx';

/** The question, and why its answer is what it is. */
export function triviaBody({ entry }: BodyProps<'TRIVIA'>): BodySheet[] {
  const { question, options, answer, source } = entry.fields;
  const content = (
    <Guess question={question} options={options} answer={answer}>
      <Prose html={entry.html} />
      {source && <Source source={source} />}
    </Guess>
  );
  return [{ id: 'question', title: 'Take a guess', content }];
}
