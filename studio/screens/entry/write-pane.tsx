import type { ComponentType } from 'react';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { Submit } from '../../parts/button.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import type { ScreenChoices } from './entry-data.ts';
import styles from './entry-screen.module.css';
import type { FieldsPaneProps } from './facts-pane.tsx';
import type { PaneProps } from './pane.ts';
import { hasText } from './parts-of-entry.ts';
import { SectionsPane } from './sections-pane.tsx';
import { TextPane } from './text-pane.tsx';
import { TitleFields } from './title-fields.tsx';
import type { LineRequest } from './use-places.ts';
import type { EntryProblem } from './use-problems.ts';

/**
 * Renders what visitors read of an entry: title, summary, and text or sections. A setting has its fields instead. The
 * form saves the texts without JavaScript.
 */
export function WritePane({
  opened,
  choices,
  Fields,
  version,
  merges,
  line,
  onEditBody,
  onPreview,
  onProblem,
  ...pane
}: PaneProps & {
  opened: OpenedEntry;
  choices: ScreenChoices;
  /** Edits the own fields of a setting. */
  Fields: ComponentType<FieldsPaneProps>;
  version: string;
  merges: number;
  line: LineRequest | null;
  /** Called at each edit of the text, with a function that returns the text. */
  onEditBody: (read: () => string) => void;
  onPreview: (id: string) => void;
  onProblem: (problem: EntryProblem) => void;
}) {
  const { type } = opened.entry;
  const preview: Record<string, string> =
    opened.entry.id > 0 && version !== 'draft-0' ? { entry: String(opened.entry.id), version } : {};
  const fields = { schema: opened.fieldsSchema, choices, preview };
  return (
    <PostForm className={styles.write} onSubmit={(event) => event.preventDefault()} sends={{ intent: 'save', version }}>
      {type === 'SETTING' ? (
        <>
          {/* The first button of a form is that of the Enter key. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="fields" value={JSON.stringify(pane.content.fields)} />
          <Fields {...pane} {...fields} />
        </>
      ) : (
        <TitleFields {...pane} />
      )}
      {type === 'PAGE' && <SectionsPane {...pane} {...fields} onPreview={onPreview} />}
      {hasText(type, opened.content.body) && (
        <TextPane {...pane} onEditBody={onEditBody} merges={merges} line={line} onProblem={onProblem} />
      )}
      {!pane.isReadOnly && (
        <div className={styles.save}>
          {type !== 'SETTING' && (
            <p>To change the facts, the address or the schedule, turn on JavaScript in your browser.</p>
          )}
          <Submit look="primary" label="Save" />
        </div>
      )}
    </PostForm>
  );
}
