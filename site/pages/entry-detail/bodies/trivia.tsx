import { Prose } from '../../../parts/prose.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';
import { Source } from '../source.tsx';
import styles from './trivia.module.css';

const letters = ['A', 'B', 'C', 'D', 'E'];

/** What a guess is told; the style sheet shows the one that fits, so a guess needs no script. */
function Verdict({ letter, answer }: { letter: string; answer: string }) {
  const right = (
    <>
      <strong>{letter}</strong>, “{answer}”
    </>
  );
  return (
    <>
      <p className={styles.none}>The answer is {right}.</p>
      <p className={styles.right}>Right: it is {right}.</p>
      <p className={styles.wrong}>Not this time. The answer is {right}.</p>
    </>
  );
}

/** A question that is asked, guessed at and then answered. */
export function triviaBody({ entry }: BodyProps<'TRIVIA'>): BodySheet[] {
  const { question, options, answer, source } = entry.fields;
  const content = (
    <div className={styles.trivia}>
      <fieldset className={styles.options}>
        <legend className={styles.question}>{question}</legend>
        {options.map((option, index) => (
          <label key={option} className={styles.option}>
            {/* Without `off`, Firefox brings back the last guess on reload, and with it the verdict. */}
            <input
              type="radio"
              name="guess"
              value={index}
              autoComplete="off"
              className={index === answer ? styles.correct : styles.other}
            />
            <span className={styles.letter} aria-hidden="true">
              {letters[index]}
            </span>
            <span>{option}</span>
          </label>
        ))}
      </fieldset>
      <details className={styles.reveal}>
        <summary className={styles.check}>Check the answer</summary>
        <div className={styles.verdict}>
          <Verdict letter={letters[answer] ?? ''} answer={options[answer] ?? ''} />
        </div>
        <Prose html={entry.html} />
        {source && <Source source={source} />}
      </details>
    </div>
  );
  return [{ id: 'question', title: 'Take a guess', content }];
}
