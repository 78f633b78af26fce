import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { NextStep } from '../../parts/next-step.tsx';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import styles from './view.module.css';

/** Claims, each with its figure and the way it was measured. */
export function WhyUsView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { heading, lede, evidence } = entry.fields;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      {evidence && (
        <Sheet number="01" title="The evidence" id="evidence">
          <ul className={styles.evidence}>
            {evidence.map(({ claim, figure, text }) => (
              <li key={claim} className={styles.claim}>
                <h3 className={styles.name}>{claim}</h3>
                <p className={styles.figure}>{figure}</p>
                <p className={styles.method}>{text}</p>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <Sheet number="02" title="The whole account" id="account">
        <Prose html={entry.html} />
      </Sheet>
      <NextStep />
    </>
  );
}
