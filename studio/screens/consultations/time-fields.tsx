import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { isTimeZone, toInstant, toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary, DayHours } from '../../../contract/studio/consultation-shapes.ts';
import { Button } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import { IconButton } from '../../parts/icon-button.tsx';
import { FieldFrame, SelectField, TextField } from '../../parts/text-field.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import { createFormFailure, readFields } from '../../read-fields.ts';
import { listTyped, maxStretches, nameStretch, weekdays } from './hours-text.ts';
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

/**
 * Renders the hours of a day as pairs of times, which are added and removed. A pair without times is none. Without
 * JavaScript there is always one more pair.
 */
export function HoursField({
  name,
  hours,
  error,
  required,
}: {
  name: string;
  hours: DayHours;
  error: string | undefined;
  required?: boolean;
}) {
  const hasScript = useHasScript();
  // What was typed stays where it is when a refused form is rendered again.
  const [initial] = useState(hours);
  const [shown, setShown] = useState(() => hours.map((_, index) => index));
  const [first] = shown;
  // A removed pair does not come back before all others are used.
  const order = Array.from({ length: maxStretches }, (_, index) => (initial.length + index) % maxStretches);
  const free = order.find((index) => !shown.includes(index));
  return (
    <FieldFrame label={name} error={error}>
      {({ id, className, ...control }) => {
        const renderPair = (index: number) => {
          const [from, to] = nameStretch(name, index);
          const { opens, closes } = initial[index] ?? { opens: '', closes: '' };
          const isFirst = index === (first ?? index);
          const field = {
            ...control,
            type: 'time',
            required: required && isFirst,
            className: `${className} ${styles.time}`,
          };
          return (
            <>
              <input
                {...field}
                id={isFirst ? id : undefined}
                name={from}
                aria-label={`${name}, from`}
                defaultValue={opens}
              />
              <span aria-hidden="true">–</span>
              <input {...field} name={to} aria-label={`${name}, to`} defaultValue={closes.replace('24:', '00:')} />
            </>
          );
        };
        return (
          <div className={styles.hours}>
            {shown.map((index) => (
              <span key={index} className={styles.pair}>
                {renderPair(index)}
                {hasScript && !(required && index === first) && (
                  <IconButton
                    icon={X}
                    label={`Remove these hours of ${name}`}
                    tip="Remove"
                    onClick={() => setShown(shown.filter((each) => each !== index))}
                  />
                )}
              </span>
            ))}
            {free !== undefined && (
              <>
                {hasScript && (
                  <Button
                    id={first === undefined ? id : undefined}
                    look="bare"
                    icon={Plus}
                    aria-label={`Add hours: ${name}`}
                    title="Add hours"
                    label={first === undefined ? 'Add hours' : ''}
                    onClick={() => setShown([...shown, free])}
                  />
                )}
                <noscript>
                  <span className={styles.pair}>{renderPair(free)}</span>
                </noscript>
              </>
            )}
          </div>
        );
      }}
    </FieldFrame>
  );
}

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
    <fieldset key={JSON.stringify(hours)} className={styles.week}>
      <legend>Hours of the week</legend>
      {weekdays.map((day, index) => (
        <HoursField
          key={day}
          name={day}
          hours={values.intent ? listTyped(values, day) : (hours[index] ?? [])}
          error={findError(day)}
        />
      ))}
    </fieldset>
  );
}
