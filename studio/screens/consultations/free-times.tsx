import { Fragment, type ReactNode } from 'react';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import type { AdviserSummary } from '../../../contract/studio/consultation-shapes.ts';
import form from '../../parts/form.module.css';
import styles from './free-times.module.css';
import { nameAdviser } from './item.tsx';

/** A time at which an adviser is free. */
export interface FreeTime {
  adviser: number;
  start: string;
  end: string;
}

/** Lists the free times of each adviser on a day. `renderTime` renders the control that chooses one of them. */
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
  renderTime: (time: FreeTime, clock: string, label: string) => ReactNode;
}) {
  if (times.length === 0) return <p className={form.soft}>{empty}</p>;
  const byAdviser = Map.groupBy(times, ({ adviser }) => adviser);
  const names = new Map(advisers.map((adviser) => [adviser.id, nameAdviser(adviser)]));
  return (
    <dl className={styles.advisers}>
      {[...byAdviser].map(([id, free]) => {
        const name = names.get(id) ?? `Adviser ${id}`;
        return (
          <div key={id}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd className={styles.times}>
              {free.map((time) => {
                const clock = toLocalTime(time.start, timeZone).time;
                return <Fragment key={time.start}>{renderTime(time, clock, `${clock} with ${name}`)}</Fragment>;
              })}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
