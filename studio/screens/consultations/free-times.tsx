import type { ReactNode } from 'react';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary } from '../../../contract/studio/consultation-shapes.ts';
import styles from './free-times.module.css';
import { nameAdviser } from './item.tsx';

/** A time at which an adviser is free. */
export interface FreeTime {
  adviser: number;
  start: string;
  end: string;
}

/**
 * Lists the free times of a day, each once with the advisers who are free. `renderTime` renders the control that
 * chooses a time with one of them.
 */
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
  renderTime: (time: FreeTime, name: string, label: string) => ReactNode;
}) {
  if (times.length === 0) return <p className={styles.empty}>{empty}</p>;
  const byStart = Map.groupBy(times, ({ start }) => start);
  const names = new Map(advisers.map((adviser) => [adviser.id, nameAdviser(adviser)]));
  return (
    <ul className={styles.times}>
      {[...byStart].map(([start, free]) => {
        const clock = toLocalTime(start, timeZone).time;
        return (
          <li key={start} className={styles.time}>
            <time dateTime={start} className={styles.clock}>
              {clock}
            </time>
            {free.map((time) => {
              const name = names.get(time.adviser) ?? `Adviser ${time.adviser}`;
              return <span key={time.adviser}>{renderTime(time, name, `${clock} with ${name}`)}</span>;
            })}
          </li>
        );
      })}
    </ul>
  );
}
