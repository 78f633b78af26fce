import type { FocusEventHandler, FormEventHandler, HTMLInputAutoCompleteAttribute } from 'react';
import type { Refusal } from '../forms/outcome.ts';
import styles from './field.module.css';

/** One thing to choose; those of one group stand together under its name. */
export interface Option {
  value: string;
  label: string;
  group?: string;
}

export interface FieldProps {
  name: string;
  label: string;
  refusal: Refusal | null;
  hint?: string;
  isRequired?: boolean;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  /** Lines of a longer text; left out, the field is one line. */
  rows?: number;
  /** What may be chosen; left out, the field is typed into. */
  options?: Option[];
  /** What may be typed, offered while typing. */
  suggestions?: string[];
  onFocus?: FocusEventHandler<HTMLElement>;
  onInput?: FormEventHandler<HTMLElement>;
}

function Options({ options }: { options: Option[] }) {
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

/** A labelled field that says beside itself what is wrong with it; its id is `field-<name>`, for the error summary. */
export function Field({
  name,
  label,
  refusal,
  hint,
  isRequired = false,
  type = 'text',
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
    onFocus,
    onInput,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {/* The blank parts the two for who hears them. */}
        {label} {!isRequired && <span className={styles.optional}>optional</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...common}>
          <Options options={options} />
        </select>
      ) : rows ? (
        <textarea {...common} maxLength={maxLength} rows={rows} />
      ) : (
        <input {...common} maxLength={maxLength} type={type} list={suggestions && `${id}-list`} />
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
