import type { HTMLInputAutoCompleteAttribute } from 'react';
import type { Refusal } from '../forms/outcome.ts';
import styles from './field.module.css';

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
    maxLength,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {!isRequired && <span className={styles.optional}>optional</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {rows ? <textarea {...common} rows={rows} /> : <input {...common} type={type} />}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
