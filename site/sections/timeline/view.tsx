import { getItemHeading, SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import styles from './view.module.css';
import { YearAxis } from './year-axis.tsx';

/** Renders events on an axis of years and as a list. */
function TimelineSection(props: SectionProps<'timeline', null>) {
  const { events } = props.section;
  const Heading = getItemHeading(props);
  return (
    <SectionFrame {...props}>
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
    </SectionFrame>
  );
}

export const section = createSection<'timeline', null>('timeline', { View: TimelineSection });
