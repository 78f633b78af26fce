import type { FocusEventHandler, FormEventHandler, HTMLInputAutoCompleteAttribute } from 'react';
import type { SubmissionRefusal } from '../forms/submission.ts';
import styles from './field.module.css';

/** An option of a select. Options of the same group are rendered in an `optgroup`. */
export interface FieldOption {
  value: string;
  label: string;
  group?: string;
}

export interface FieldProps {
  name: string;
  label: string;
  refusal: SubmissionRefusal | null;
  hint?: string;
  isRequired?: boolean;
  type?: 'text' | 'email';
  /**
   * `tel` shows a telephone's keys. The type `tel` would not allow a number without its country code to be filled in.
   */
  inputMode?: 'tel';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  /** Rows of a textarea; without it, the field is a single-line input. */
  rows?: number;
  /** Options of a select; without them, the field is a text field. */
  options?: FieldOption[];
  /** Suggestions of a text field. */
  suggestions?: string[];
  onFocus?: FocusEventHandler<HTMLElement>;
  onInput?: FormEventHandler<HTMLElement>;
}

function FieldOptions({ options }: { options: FieldOption[] }) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups.map((group) => {
    const items = options
      .filter((option) => option.group === group)
      .map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ));
    if (!group) return items;
    return (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    );
  });
}

/** Renders a field with its label, hint and error. Its id is `field-<name>`, to which the error summary links. */
export function Field({
  name,
  label,
  refusal,
  hint,
  isRequired = false,
  type = 'text',
  inputMode,
  autoComplete,
  maxLength,
  rows,
  options,
  suggestions,
  onFocus,
  onInput,
}: FieldProps) {
  const id = `field-${name}`;
  const error = refusal?.fields.find(({ path }) => path === name)?.message;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const common = {
    id,
    name,
    className: styles.input,
    defaultValue: refusal?.values[name] ?? '',
    required: isRequired,
    autoComplete,
    // Visitors may write from right to left. Addresses and numbers are never written so.
    dir: type === 'text' && !options ? 'auto' : undefined,
    onFocus,
    onInput,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {/* The space separates the two words for screen readers. */}
        {label} {!isRequired && <span className={styles.optional}>optional</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...common}>
          <FieldOptions options={options} />
        </select>
      ) : rows ? (
        <textarea {...common} maxLength={maxLength} rows={rows} />
      ) : (
        <input {...common} maxLength={maxLength} type={type} inputMode={inputMode} list={suggestions && `${id}-list`} />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
