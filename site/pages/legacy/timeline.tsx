import type { EntryFields } from '../../../contract/entry-fields.ts';
import styles from './timeline.module.css';

type Events = NonNullable<EntryFields['PAGE']['timeline']>;

/** Longest gap, in years, that the style sheet draws at its true length. */
const longest = 6;

/** Events on a line whose gaps are to scale: two years apart is twice as far as one. */
export function Timeline({ events }: { events: Events }) {
  return (
    <ol className={styles.timeline}>
      {events.map((event, index) => {
        const next = events[index + 1];
        const gap = next ? Math.min(longest, Math.max(0, next.year - event.year)) : 0;
        return (
          <li key={`${event.year} ${event.title}`} className={styles.event} data-gap={gap}>
            <p className={styles.year}>{event.year}</p>
            <div className={styles.text}>
              <h3 className={styles.title}>{event.title}</h3>
              <p>{event.text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
