import { type KeyboardEvent, useId } from 'react';
import { contentLimits } from '../../../contract/studio/content-limits.ts';
import { findMessage } from '../../fields/props.ts';
import formStyles from '../../parts/form.module.css';
import type { PaneProps } from './pane.ts';
import { joinLines } from './save-form.ts';
import styles from './title-fields.module.css';

/** Renders a text without a box, as high as its words. */
function GrowingField({
  label,
  name,
  placeholder,
  value,
  maxLength,
  isReadOnly,
  hint,
  error,
  onChange,
  onKeyDown,
}: {
  label: string;
  name: 'title' | 'summary';
  placeholder: string;
  value: string;
  maxLength?: number;
  isReadOnly: boolean;
  hint?: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

  return (
    <div className={styles.field} data-name={name}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      {/* The hidden copy of the words gives the field its height. */}
      <div className={styles.sizer} data-words={`${value} `}>
        <textarea
          id={id}
          dir="auto"
          rows={1}
          name={name}
          data-path={name}
          placeholder={placeholder}
          className={styles.control}
          value={value}
          maxLength={maxLength}
          readOnly={isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onKeyDown={onKeyDown}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={formStyles.small}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Moves the focus from the title, which is one line, to the field below it. */
function moveOn(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[name=summary]')?.focus();
}

/** Renders the fields for title and summary, which every entry with a page has. */
export function TitleFields({ content, problems, isReadOnly, onChange }: PaneProps) {
  return (
    <div className={formStyles.stack}>
      <GrowingField
        label="Title"
        name="title"
        placeholder="Title"
        value={content.title}
        maxLength={1000}
        isReadOnly={isReadOnly}
        error={findMessage(problems, 'title')}
        onKeyDown={moveOn}
        onChange={(title) => onChange({ title: joinLines(title) })}
      />
      <GrowingField
        label="Summary"
        name="summary"
        placeholder="Summary"
        hint={`Shown in lists and by search engines. ${content.summary.length} of ${contentLimits.summary} characters`}
        value={content.summary}
        isReadOnly={isReadOnly}
        error={findMessage(problems, 'summary')}
        onChange={(summary) => onChange({ summary })}
      />
    </div>
  );
}
