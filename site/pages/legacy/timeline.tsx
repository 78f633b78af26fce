import type { EntryFields } from '../../../contract/entry-fields.ts';
import { Ruler } from './ruler.tsx';
import styles from './timeline.module.css';

export type Events = NonNullable<EntryFields['PAGE']['timeline']>;

/** The events twice: on a line to scale, and told in order. */
export function Timeline({ events }: { events: Events }) {
  return (
    <>
      <Ruler years={events.map(({ year }) => year)} />
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={`${event.year} ${event.title}`} className={styles.event}>
            <p className={styles.year}>{event.year}</p>
            <div className={styles.text}>
              <h3 className={styles.title}>{event.title}</h3>
              <p>{event.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
