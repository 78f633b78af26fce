import { useId } from 'react';
import form from '../../parts/form.module.css';
import fieldStyles from '../../parts/text-field.module.css';
import styles from './checkbox-group.module.css';

/** Renders boxes of which several can be checked, under the names of their groups. Each is a field, `name.value`. */
export function CheckboxGroup({
  label,
  name,
  options,
  checked = {},
  error,
}: {
  label: string;
  name: string;
  options: readonly { value: string; label: string; note?: string; group?: string }[];
  /** The fields of a form in which the boxes are checked. */
  checked?: Readonly<Record<string, string>> | undefined;
  error?: string | undefined;
}) {
  const id = useId();
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <fieldset
      className={styles.fields}
      data-wrong={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend className={`${fieldStyles.label} ${styles.legend}`}>{label}</legend>
      {error && (
        <p id={id} className={`${fieldStyles.error} ${styles.error}`}>
          {error}
        </p>
      )}
      {groups.map((group) => (
        <div key={group} className={group ? styles.group : styles.all}>
          {group && <span className={form.small}>{group}</span>}
          {options
            .filter((option) => option.group === group)
            .map(({ value, label: text, note }) => (
              <label key={value} className={styles.option}>
                <input
                  type="checkbox"
                  name={`${name}.${value}`}
                  value="yes"
                  defaultChecked={`${name}.${value}` in checked}
                  aria-invalid={error !== undefined || undefined}
                  {...(import.meta.env.SSR && error !== undefined && { autoFocus: true })}
                />
                <span>
                  {text} {note && <code className={form.mono}>{note}</code>}
                </span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Returns the values whose boxes are checked in a sent form. */
export function readChecked<T extends string>(sent: Record<string, string>, name: string, known: readonly T[]): T[] {
  return known.filter((value) => sent[`${name}.${value}`] !== undefined);
}
