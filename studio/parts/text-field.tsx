import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import form from './form.module.css';
import styles from './text-field.module.css';

interface FieldFrameProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

type ControlEvent = FormEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/**
 * Renders the label, the hint and the error of a control, which `children` renders with the given attributes. What the
 * browser finds wrong before it sends a form stands below the control too, not in a bubble over the form.
 */
export function FieldFrame({
  label,
  hint,
  error: refusal,
  children,
}: FieldFrameProps & {
  children: (control: {
    id: string;
    className: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    autoFocus: true | undefined;
    onInvalid: (event: ControlEvent) => void;
    onInput: (() => void) | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const [invalid, setInvalid] = useState<string>();
  const error = invalid ?? refusal;
  function showInvalid(event: ControlEvent): void {
    event.preventDefault();
    const { form: owner, validity, validationMessage } = event.currentTarget;
    setInvalid(validity.valueMissing ? 'Fill in this field.' : validationMessage);
    if (owner?.querySelector(':is(input, textarea, select):invalid') === event.currentTarget)
      event.currentTarget.focus();
  }
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control ?? '',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described,
        // In a page without JavaScript. With it, `RefusalNotice` moves the focus.
        autoFocus: (import.meta.env.SSR && refusal !== undefined) || undefined,
        onInvalid: showInvalid,
        onInput: invalid === undefined ? undefined : () => setInvalid(undefined),
      })}
      {(error || hint) && (
        <div className={styles.foot}>
          {error && (
            <p id={`${id}-error`} className={styles.error}>
              {error}
            </p>
          )}
          {hint && (
            <p id={`${id}-hint`} className={form.small}>
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: FieldFrameProps & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input dir="auto" {...input} {...control} />}
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...input }: FieldFrameProps & ComponentProps<'textarea'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <textarea dir="auto" {...input} {...control} />}
    </FieldFrame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  options,
  ...input
}: FieldFrameProps & ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <select {...input} {...control}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
