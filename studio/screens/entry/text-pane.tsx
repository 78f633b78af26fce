import { contentLimits } from '../../../contract/studio/content-limits.ts';
import { BodyEditor } from '../../editor/body-editor.tsx';
import { findMessage } from '../../fields/props.ts';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import type { PaneProps } from './pane.ts';
import styles from './text-pane.module.css';
import type { EntryProblem } from './use-problems.ts';
import { WordCount } from './word-count.tsx';

/** Renders the fields for title, summary and text of an entry, with the number of words. */
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
      <TextField
        label="Title"
        name="title"
        data-path="title"
        value={content.title}
        maxLength={1000}
        readOnly={isReadOnly}
        error={findMessage(problems, 'title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label="Summary"
        hint={`Shown in lists and by search engines. ${content.summary.length} of ${contentLimits.summary} characters`}
        name="summary"
        data-path="summary"
        rows={2}
        value={content.summary}
        readOnly={isReadOnly}
        error={findMessage(problems, 'summary')}
        onChange={({ target }) => onChange({ summary: target.value })}
      />
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
