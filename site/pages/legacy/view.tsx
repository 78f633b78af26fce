import type { EntryFields } from '../../../contract/content/entry-fields.ts';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { CallToAction } from '../../parts/call-to-action.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { Prose } from '../../parts/prose.tsx';
import styles from './timeline.module.css';
import { YearAxis } from './year-axis.tsx';

type TimelineEvents = NonNullable<EntryFields['PAGE']['timeline']>;

/** Renders events on an axis of years and as a list. */
function Timeline({ events }: { events: TimelineEvents }) {
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

/** Renders the company's history. */
export function LegacyView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { timeline } = entry.fields;
  return (
    <>
      <PageEntryHeader entry={entry} />
      {timeline && (
        <PageSection number="01" title="Year by year" id="timeline">
          <Timeline events={timeline} />
        </PageSection>
      )}
      <PageSection number="02" title="Looking back" id="account">
        <Prose html={entry.html} />
      </PageSection>
      <CallToAction />
    </>
  );
}
