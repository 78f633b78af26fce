import { isTimeZone, toInstant, toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary, DayHours } from '../../../contract/studio/consultation-shapes.ts';
import fieldRow from '../../parts/field-row.module.css';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import { createFormFailure, readFields } from '../../read-fields.ts';
import { formatHours, weekdays } from './hours-text.ts';
import { nameAdviser } from './item.tsx';
import styles from './rules.module.css';

/** A time as forms send it. */
export interface ChosenTime {
  start: string;
  adviser: number | null;
  minutes: number;
  isOutsideHours: boolean;
}

interface TimeFieldsProps {
  timeZone: string;
  advisers: readonly AdviserSummary[];
  start: string;
  minutes: number;
  adviser: number | null;
  findError: (name: string) => string | undefined;
}

/** Renders the fields of a time: day, time of day, length, adviser, and whether it may be outside of the hours. */
export function TimeFields({ timeZone, advisers, start, minutes, adviser, findError }: TimeFieldsProps) {
  const { date, time } = toLocalTime(start, timeZone);
  return (
    <>
      <input type="hidden" name="zone" value={timeZone} />
      <div className={fieldRow.row}>
        <TextField label="Day" name="day" type="date" required defaultValue={date} error={findError('start')} />
        <TextField
          label="Time"
          name="time"
          type="time"
          required
          step={300}
          defaultValue={time}
          hint={timeZone}
          error={findError('slot')}
        />
        <TextField
          label="Minutes"
          name="minutes"
          type="number"
          required
          min={5}
          max={480}
          defaultValue={minutes}
          error={findError('minutes')}
        />
        <SelectField
          label="Adviser"
          name="adviser"
          defaultValue={adviser === null ? '' : String(adviser)}
          error={findError('adviser')}
          options={[
            { value: '', label: 'Whoever is free' },
            ...advisers
              .filter(({ id, isPresent }) => isPresent || id === adviser)
              .map((one) => ({ value: String(one.id), label: nameAdviser(one) })),
          ]}
        />
      </div>
      <label>
        <input type="checkbox" name="outside" value="yes" /> Also outside of the adviser’s hours
      </label>
    </>
  );
}

/** Reads the fields of a time. Throws a failure that names the fields of an impossible one. */
export function readTime(form: Record<string, string>): ChosenTime {
  const { zone, day, time, minutes, adviser } = readFields(form, 'zone', 'day', 'time', 'minutes', 'adviser');
  const start = isTimeZone(zone) ? toInstant(`${day}T${time}`, zone) : null;
  if (!start)
    throw createFormFailure('Choose a day and a time.', [{ path: 'start', message: 'is not a day and time' }]);
  return {
    start: start.toISOString(),
    adviser: adviser === '' ? null : Number(adviser),
    minutes: Number(minutes),
    isOutsideHours: form.outside === 'yes',
  };
}

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
