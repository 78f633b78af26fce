import { useEffect, useState } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { BodyEditor } from '../../editor/body-editor.tsx';
import form from '../../parts/form.module.css';
import type { PaneProps } from './pane.ts';
import styles from './text-pane.module.css';
import type { EntryProblem } from './use-problems.ts';

const wordsPerMinute = 230;
/** Milliseconds without a change after which the words are counted again. */
const pause = 300;

function countWords(text: string): number {
  // A match begins at the first letter or digit of a word.
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/**
 * Renders the number of words and the reading time of a text. Counting waits for a pause, because a long text takes a
 * while.
 */
function WordCount({ text }: { text: string }) {
  const [words, setWords] = useState(() => countWords(text));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(text)), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className={form.mono}>
      {formatCount(words, 'word')}, about {Math.max(1, Math.round(words / wordsPerMinute))} min to read
    </p>
  );
}

/** Renders the text of an entry with its problems and the number of its words. */
export function TextPane({
  content,
  problems,
  isReadOnly,
  onChange,
  onEditBody,
  merges,
  line,
  onProblem,
}: PaneProps & {
  /** Called at each edit of the text, with a function that returns the text. */
  onEditBody: (read: () => string) => void;
  merges: number;
  line: { line: number; request: number } | null;
  onProblem: (problem: EntryProblem) => void;
}) {
  const bodyProblems = problems.filter(({ path }) => path === 'body');
  return (
    <>
      {bodyProblems.length > 0 && (
        <ul className={styles.problems}>
          {bodyProblems.map((problem) => (
            <li key={`${problem.line} ${problem.message}`}>
              <button type="button" className={styles.error} onClick={() => onProblem(problem)}>
                {problem.line ? `Line ${problem.line} ` : ''}
                {problem.message}
              </button>
            </li>
          ))}
        </ul>
      )}
      <BodyEditor
        name="body"
        text={content.body}
        merges={merges}
        line={line}
        isReadOnly={isReadOnly}
        onChange={(body) => onChange({ body })}
        onEdit={onEditBody}
      />
      <WordCount text={content.body} />
    </>
  );
}
