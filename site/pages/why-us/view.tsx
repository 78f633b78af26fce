import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { CallToAction } from '../../parts/call-to-action.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { Prose } from '../../parts/prose.tsx';
import styles from './view.module.css';

/** Renders claims, each with a figure and how it was measured. */
export function WhyUsView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { evidence } = entry.fields;
  return (
    <>
      <PageEntryHeader entry={entry} />
      {evidence && (
        <PageSection number="01" title="The evidence" id="evidence">
          <ul className={styles.evidence}>
            {evidence.map(({ claim, figure, text }) => (
              <li key={claim} className={styles.claim}>
                <h3 dir="auto" className={styles.name}>
                  {claim}
                </h3>
                <p dir="auto" className={styles.figure}>
                  {figure}
                </p>
                <p dir="auto" className={styles.method}>
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </PageSection>
      )}
      <PageSection number="02" title="The whole account" id="account">
        <Prose html={entry.html} />
      </PageSection>
      <CallToAction />
    </>
  );
}
