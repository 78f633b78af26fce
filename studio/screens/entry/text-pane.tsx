import { BodyEditor } from '../../editor/body-editor.tsx';
import type { PaneProps } from './pane.ts';
import styles from './text-pane.module.css';
import type { EntryProblem } from './use-problems.ts';
import { WordCount } from './word-count.tsx';

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
