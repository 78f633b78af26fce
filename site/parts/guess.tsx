import type { ReactNode } from 'react';
import actions from './action.module.css';
import styles from './guess.module.css';

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

interface GuessProps {
  question: string;
  options: readonly string[];
  /** Index of the right one. */
  answer: number;
  /** What stands under the answer. */
  children: ReactNode;
}

/** A question that is asked, guessed at and then answered; all of it without a script. */
export function Guess({ question, options, answer, children }: GuessProps) {
  return (
    <div className={styles.guess}>
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
        <summary className={`${styles.check} ${actions.primary}`}>Check the answer</summary>
        <div className={styles.verdict}>
          <Verdict letter={letters[answer] ?? ''} answer={options[answer] ?? ''} />
        </div>
        {children}
      </details>
    </div>
  );
}
