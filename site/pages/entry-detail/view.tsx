import { getEntryPath, getEntryType } from '../../../contract/entry-types.ts';
import { CardGrid } from '../../parts/card-grid.tsx';
import { contactAddress } from '../../parts/contact-address.ts';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { Link } from '../../parts/link.tsx';
import { NextStep } from '../../parts/next-step.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { bodyOf } from './bodies.ts';
import type { EntryDetailData } from './entry-data.ts';
import { EntryHead } from './entry-head.tsx';
import { LinkedEntries } from './linked-entries.tsx';
import { useViewRecord } from './use-view-record.ts';
import styles from './view.module.css';

/** One entry of any type: head, the sheets of its type, what stands beside it. */
export function EntryDetailView({ data }: { data: EntryDetailData }) {
  const { entry, related, recent, enquiry } = data;
  useViewRecord(entry);
  const path = getEntryPath(entry.type, entry.slug);
  const { sheets, relatedTitle } = bodyOf(data);
  // Numbers run through the whole page, so what frames itself takes none.
  const numbered = sheets.filter((sheet) => !sheet.bare);
  return (
    <article>
      <PreviewBar isPreview={entry.preview} />
      <EntryHead entry={entry} />
      {sheets.map((sheet) =>
        sheet.bare ? (
          <div key={sheet.id}>{sheet.content}</div>
        ) : (
          // Headings of the text have anchors of their own; the prefix keeps the two apart.
          <Sheet key={sheet.id} id={`sheet-${sheet.id}`} number={numbered.indexOf(sheet) + 1} title={sheet.title}>
            {sheet.content}
          </Sheet>
        ),
      )}
      {related.length > 0 && (
        <Sheet id="related" number={numbered.length + 1} title={relatedTitle} bleed>
          <div className={styles.neighbours}>
            <CardGrid cards={related} />
          </div>
          <div className={styles.recent}>
            <LinkedEntries title="More recent" entries={recent} />
          </div>
        </Sheet>
      )}
      {enquiry && (
        <Sheet id="send-enquiry" number={numbered.length + (related.length > 0 ? 2 : 1)} title="Ask us about it">
          <EnquiryForm action={path} subject={{ path, title: entry.title }} choices={enquiry} />
        </Sheet>
      )}
      {/* A reader of an article is not asked to buy. */}
      {getEntryType(entry.type).feed ? (
        <p className={styles.question}>
          A question, or a mistake? <Link to={contactAddress(path)}>Write to us</Link>.
        </p>
      ) : (
        <NextStep />
      )}
    </article>
  );
}
