import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { ConsultationData } from './load.ts';
import styles from './other-times.module.css';

/** Renders free times as radio buttons of the booking form, so that typed values are kept, also without JavaScript. */
export function OtherTimes({ data: { slots, timeZone } }: { data: ConsultationData }) {
  const times = slots?.days.flatMap((day) => day.slots) ?? [];
  return (
    <fieldset id="field-slot" tabIndex={-1} className={styles.choice}>
      <legend className={styles.legend}>Choose another time ({timeZone})</legend>
      {times.length === 0 && <p>No other times are free this week.</p>}
      <ul className={styles.times}>
        {times.map(({ start }) => {
          const { weekday, day, time } = toLocalTime(start, timeZone);
          return (
            <li key={start}>
              <label className={styles.time}>
                <input type="radio" name="slot" value={start} required />
                <span>
                  {weekday} {day}, <strong>{time}</strong>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
