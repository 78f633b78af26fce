import form from '../../parts/form.module.css';
import fieldStyles from '../../parts/text-field.module.css';
import styles from './checkbox-group.module.css';

/** Renders boxes of which several can be checked. Each is a field of its own, `name.value`. */
export function CheckboxGroup({
  label,
  name,
  options,
  checked = {},
  error,
}: {
  label: string;
  name: string;
  options: readonly { value: string; label: string; note?: string }[];
  /** The fields of a form in which the boxes are checked. */
  checked?: Readonly<Record<string, string>> | undefined;
  error?: string | undefined;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={`${fieldStyles.label} ${styles.legend}`}>{label}</legend>
      {error && <p className={fieldStyles.error}>{error}</p>}
      {options.map(({ value, label: text, note }) => (
        <label key={value} className={styles.option}>
          <input type="checkbox" name={`${name}.${value}`} value="yes" defaultChecked={`${name}.${value}` in checked} />
          <span>
            {text} {note && <code className={form.mono}>{note}</code>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns the values whose boxes are checked in a sent form. */
export function readChecked<T extends string>(sent: Record<string, string>, name: string, known: readonly T[]): T[] {
  return known.filter((value) => sent[`${name}.${value}`] !== undefined);
}
