import type { EntryFields } from '../../../contract/content/entry-fields.ts';
import styles from './timeline.module.css';
import { YearAxis } from './year-axis.tsx';

export type TimelineEvents = NonNullable<EntryFields['PAGE']['timeline']>;

/** Renders events on an axis of years and as a list. */
export function Timeline({ events }: { events: TimelineEvents }) {
  return (
    <>
      <YearAxis years={events.map(({ year }) => year)} />
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={`${event.year} ${event.title}`} className={styles.event}>
            <p className={styles.year}>{event.year}</p>
            <div className={styles.text}>
              <h3 dir="auto" className={styles.title}>
                {event.title}
              </h3>
              <p dir="auto">{event.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
