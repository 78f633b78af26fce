import type { ComponentProps } from 'react';
import { TextField } from '../parts/text-field.tsx';
import styles from './schema-field.module.css';

/** Edits a colour, which is typed or picked. `usual` is the colour that holds without one. */
export function ColourField({
  usual,
  onValue,
  ...control
}: Omit<ComponentProps<typeof TextField>, 'onChange' | 'value'> & {
  value: string;
  usual: string;
  onValue: (colour: string) => void;
}) {
  return (
    <div className={styles.chooser}>
      <TextField
        {...control}
        placeholder={`${usual} (default)`}
        spellCheck={false}
        onChange={({ target }) => onValue(target.value.trim())}
      />
      <input
        type="color"
        aria-label={`Pick a colour: ${control.label}`}
        className={styles.colour}
        disabled={control.readOnly}
        value={/^#[\da-f]{6}$/i.test(control.value) ? control.value : usual}
        onChange={({ target }) => onValue(target.value)}
      />
    </div>
  );
}
