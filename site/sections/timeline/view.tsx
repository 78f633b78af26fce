import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';
import { YearAxis } from './year-axis.tsx';

/** Renders events on an axis of years and as a list. */
function TimelineContent({ section: { events }, Heading }: SectionProps<'timeline', null>) {
  return (
    <>
      <YearAxis years={events.map(({ year }) => year)} />
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={`${event.year} ${event.title}`} className={styles.event}>
            <p className={styles.year}>{event.year}</p>
            <div className={styles.text}>
              <Heading dir="auto" className={styles.title}>
                {event.title}
              </Heading>
              <p dir="auto">{event.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

export const section = createSection('timeline', { Content: TimelineContent });
