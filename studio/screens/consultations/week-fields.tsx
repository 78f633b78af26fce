import type { DayHours } from '../../../contract/studio/consultation-shapes.ts';
import { TextField } from '../../parts/text-field.tsx';
import { formatHours, weekdays } from './hours-text.ts';
import styles from './rules.module.css';

/** Renders a field for the hours of each weekday. */
export function WeekFields({
  hours,
  values,
  findError,
}: {
  hours: readonly DayHours[];
  /** What was typed in a form that was refused. */
  values: Record<string, string>;
  findError: (name: string) => string | undefined;
}) {
  return (
    <fieldset className={styles.week}>
      <legend>Hours, such as 09:00-12:00, 13:00-17:00; empty for none</legend>
      {weekdays.map((day, index) => (
        <TextField
          key={day}
          label={day}
          name={day}
          maxLength={120}
          defaultValue={values[day] ?? formatHours(hours[index] ?? [])}
          error={findError(day)}
        />
      ))}
    </fieldset>
  );
}
