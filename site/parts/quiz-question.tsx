import type { ReactNode } from 'react';
import actions from './action.module.css';
import styles from './quiz-question.module.css';

const letters = ['A', 'B', 'C', 'D', 'E'];

/**
 * Renders the verdicts for no, the right and a wrong answer. The style sheet shows the fitting one, without JavaScript.
 */
function Verdict({ letter, answer }: { letter: string; answer: string }) {
  const rightAnswer = (
    <>
      <strong>{letter}</strong>, “{answer}”
    </>
  );
  return (
    <>
      <p className={styles.noVerdict}>The answer is {rightAnswer}.</p>
      <p className={styles.rightVerdict}>Right: it is {rightAnswer}.</p>
      <p className={styles.wrongVerdict}>Not this time. The answer is {rightAnswer}.</p>
    </>
  );
}

interface QuizQuestionProps {
  question: string;
  options: readonly string[];
  /** Index of the right option. */
  answer: number;
  /** Explanation below the verdict. */
  children: ReactNode;
}

/** Renders a quiz question with its options; the visitor chooses one and checks the answer, without JavaScript. */
export function QuizQuestion({ question, options, answer, children }: QuizQuestionProps) {
  return (
    <div className={styles.quiz}>
      <fieldset className={styles.options}>
        <legend dir="auto" className={styles.question}>
          {question}
        </legend>
        {options.map((option, index) => (
          <label key={option} dir="auto" className={styles.option}>
            <input
              type="radio"
              name="guess"
              value={index}
              className={index === answer ? styles.correct : styles.incorrect}
            />
            <span className={styles.letter} aria-hidden="true">
              {letters[index]}
            </span>
            <span>{option}</span>
          </label>
        ))}
      </fieldset>
      <details className={styles.answer}>
        <summary className={`${styles.checkButton} ${actions.primary}`}>Check the answer</summary>
        <div className={styles.verdict}>
          <Verdict letter={letters[answer] ?? ''} answer={options[answer] ?? ''} />
        </div>
        {children}
      </details>
    </div>
  );
}
