import { Fragment, type ReactNode } from 'react';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary } from '../../../contract/studio/consultation-shapes.ts';
import form from '../../parts/form.module.css';
import styles from './free-times.module.css';
import { nameAdviser } from './item.tsx';

export interface FreeTime {
  adviser: number;
  start: string;
  end: string;
}

/** Shows the free times of a day: a row for each hour, and a column for each adviser. */
export function FreeTimes({
  times,
  advisers,
  timeZone,
  empty,
  renderTime,
}: {
  times: readonly FreeTime[];
  advisers: readonly AdviserSummary[];
  timeZone: string;
  /** What is said when there is none. */
  empty: string;
  /** Renders the control that chooses a time. */
  renderTime: (time: FreeTime, clock: string, label: string) => ReactNode;
}) {
  if (times.length === 0) return <p className={form.soft}>{empty}</p>;
  const clocked = times.map((time) => ({ time, clock: toLocalTime(time.start, timeZone).time }));
  const names = new Map(advisers.map((adviser) => [adviser.id, nameAdviser(adviser)]));
  const columns = [...new Set(times.map(({ adviser }) => adviser))].map(
    (id) => [id, names.get(id) ?? `Adviser ${id}`] as const,
  );
  const hours = [...Map.groupBy(clocked, ({ clock }) => clock.slice(0, 2))].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  return (
    <div className={styles.times}>
      <table className={styles.hours}>
        <thead>
          <tr>
            {columns.map(([id, name]) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(([hour, free]) => (
            <tr key={hour}>
              {columns.map(([id, name]) => (
                <td key={id}>
                  {free
                    .filter(({ time }) => time.adviser === id)
                    .map(({ time, clock }) => (
                      <Fragment key={time.start}>{renderTime(time, clock, `${clock} with ${name}`)}</Fragment>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
