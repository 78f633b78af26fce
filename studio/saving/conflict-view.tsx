import { useId, useState } from 'react';
import { isolateText } from '../../contract/content/text-direction.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { resolveConflicts } from '../../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';
import { describePath } from '../fields/change-property.ts';
import { toLabel } from '../fields/schema.ts';
import { Button, Submit } from '../parts/button.tsx';
import formStyles from '../parts/form.module.css';
import { PostForm } from '../parts/post-form.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { useHasScript } from '../parts/use-has-script.ts';
import { getChoiceName, listHiddenFields } from './conflict-form.ts';
import styles from './conflict-view.module.css';

/** Renders a value of a field as people read it: texts, numbers, groups, and lists of them. */
function ValueView({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <em>Nothing</em>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object')
    return (
      <span dir="auto" className={styles.text}>
        {String(value)}
      </span>
    );
  if (Array.isArray(value))
    return (
      <ol className={styles.list}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
          <li key={index}>
            <ValueView value={item} />
          </li>
        ))}
      </ol>
    );
  return (
    <dl className={styles.group}>
      {Object.entries(value).map(([name, part]) => (
        <div key={name}>
          <dt>{toLabel(name)}</dt>
          <dd>
            <ValueView value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChoiceProps {
  conflict: Conflict;
  index: number;
  chosen: string;
  onChoose: (text: string) => void;
}

/** Shows three texts, and lets the user put them together. */
function TextChoice({ conflict: { base, theirs, ours }, index, chosen, onChoose }: ChoiceProps) {
  const hasScript = useHasScript();
  const rows = Math.max(base.length, theirs.length, ours.length) > 80 ? 4 : 2;
  return (
    <>
      <div className={styles.sides}>
        <TextArea label="Before" readOnly rows={rows} value={base} />
        <TextArea label="Theirs" readOnly rows={rows} value={theirs} />
        <TextArea
          label="What to keep"
          name={getChoiceName(index)}
          rows={rows}
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
      {hasScript && (
        <div className={formStyles.tight}>
          <Button onClick={() => onChoose(theirs)}>Take theirs</Button>
          <Button onClick={() => onChoose(ours)}>Take mine</Button>
        </div>
      )}
    </>
  );
}

/** Returns the value of a side as it is shown: the option instead of its number, and a word for a removed item. */
function readValue({ path }: Conflict, json: string, merged: DraftContent): unknown {
  const value: unknown = JSON.parse(json);
  const { options } = merged.fields;
  if (path === 'fields.answer' && Array.isArray(options) && typeof value === 'number') return options[value];
  return value === null && /\.\d+$/.test(path) ? 'Removed' : value;
}

/** Shows three values that are no text, of which one side is chosen. */
function ValueChoice({ conflict, index, chosen, onChoose, merged }: ChoiceProps & { merged: DraftContent }) {
  const id = useId();
  const { base, theirs, ours } = conflict;
  const sides = [
    { label: 'Theirs', json: theirs },
    { label: 'Mine', json: ours },
  ];
  return (
    <div className={styles.sides}>
      <div className={formStyles.list}>
        <p className={styles.label}>Before</p>
        <ValueView value={readValue(conflict, base, merged)} />
      </div>
      {sides.map(({ label, json }) => (
        <div key={label} className={formStyles.list}>
          <label className={styles.label}>
            <input
              type="radio"
              name={getChoiceName(index)}
              value={json}
              checked={chosen === json}
              aria-describedby={`${id}-${label}`}
              onChange={() => onChoose(json)}
            />{' '}
            {label}
          </label>
          <div id={`${id}-${label}`}>
            <ValueView value={readValue(conflict, json, merged)} />
          </div>
        </div>
      ))}
    </div>
  );
}

/**
 * Shows both texts where two edits changed the same words. Nothing is replaced until the user has chosen. Without
 * JavaScript it is a form, whose fields `readResolvedTexts` reads.
 */
export function ConflictView({
  conflicts,
  by,
  merged,
  version,
  onResolved,
}: {
  conflicts: Conflict[];
  /** Who changed the same words, if known. */
  by: string | null;
  merged: DraftContent;
  /** The version of the others, from which the choice is saved. */
  version: string;
  onResolved: (content: DraftContent) => void;
}) {
  const id = useId();
  const [texts, setTexts] = useState(() => conflicts.map(({ ours }) => ours));
  const [shown, setShown] = useState(conflicts);
  if (shown !== conflicts) {
    setShown(conflicts);
    setTexts(conflicts.map(({ ours }) => ours));
  }
  const hasScript = useHasScript();
  return (
    <PostForm
      aria-labelledby={id}
      className={styles.conflicts}
      onSubmit={(event) => {
        event.preventDefault();
        onResolved(resolveConflicts(merged, conflicts, texts));
      }}
    >
      <h2 id={id} className={styles.title}>
        {isolateText(by ?? 'Somebody')} changed the same words while you were writing
      </h2>
      <p>Both are kept until you choose. Yours stays unless you take theirs or write something else.</p>
      {!hasScript &&
        listHiddenFields(version, merged, conflicts).map((field) => (
          <input key={field.name} type="hidden" {...field} />
        ))}
      {conflicts.map((conflict, index) => {
        const props = {
          conflict,
          index,
          chosen: texts[index] ?? conflict.ours,
          onChoose: (text: string) => setTexts(texts.map((old, each) => (each === index ? text : old))),
        };
        return (
          <fieldset key={`${conflict.path} ${conflict.offset}`} className={styles.conflict}>
            <legend className={formStyles.strong}>{describePath(conflict.path, merged.fields)}</legend>
            {conflict.offset === null ? <ValueChoice {...props} merged={merged} /> : <TextChoice {...props} />}
          </fieldset>
        );
      })}
      <div>
        <Submit look="primary" label="Save this" />
      </div>
    </PostForm>
  );
}
