import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { isRecordedFirstView } from '../../analytics/first-view.ts';
import { recordView } from '../../analytics/record-view.ts';
import { SiteClientContext } from '../../context.ts';
import { runWhenLoadedAndIdle } from '../../hydration/when-idle.ts';
import type { ViewRecord } from '../../page.ts';
import { ClosingQuestion, UsualCallToAction } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { readSearchQuery } from '../../parts/search-location-state.ts';
import type { DetailType, EntryDetailData } from './entry-data.ts';
import { EntryHead } from './entry-head.tsx';
import { LinkedEntries } from './linked-entries.tsx';
import { renderBody } from './render-body.tsx';
import styles from './view.module.css';

/** Returns the view that the API counts when an entry is opened; null for a preview. */
export function describeView({ type, slug, preview }: EntryDetail<DetailType>): ViewRecord | null {
  return preview ? null : { contentType: type, slug };
}

/** Records a view of the entry once, when the browser is idle. */
function useViewRecord(entry: EntryDetail<DetailType>): void {
  const client = use(SiteClientContext);
  const { state, key } = useLocation();
  const { type, slug, preview } = entry;
  // `state` and `key` are read only when the entry changes: a link within the page changes them but is no new view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const view = describeView(entry);
    if (!client || !view || isRecordedFirstView(view)) return;
    const query = readSearchQuery(state, key === 'default');
    runWhenLoadedAndIdle(() => recordView(client, view, query));
  }, [client, type, slug, preview]);
}

/** Renders an entry of any type: head, the sections of its type, related entries and the enquiry form. */
export function EntryDetailView({ data }: { data: EntryDetailData }) {
  const { entry, relatedTitle, related, recent, enquiry } = data;
  useViewRecord(entry);
  const path = getEntryPath(entry.type, entry.slug);
  const sections = renderBody(data);
  // Sections are numbered through the whole page, except those with their own frame.
  const numbered = sections.filter((section) => !section.hasOwnFrame);
  return (
    <article>
      <PreviewBar isPreview={entry.preview} />
      <EntryHead entry={entry} />
      {sections.map((section) =>
        section.hasOwnFrame ? (
          <div key={section.id}>{section.content}</div>
        ) : (
          // The prefix keeps the ids of sections apart from the ids of headings in the text.
          <PageSection
            key={section.id}
            id={`sheet-${section.id}`}
            number={numbered.indexOf(section) + 1}
            title={section.title}
          >
            {section.content}
          </PageSection>
        ),
      )}
      {related.length > 0 && (
        <PageSection id="related" number={numbered.length + 1} title={relatedTitle} isFullWidth>
          <div className={styles.related}>
            <CardGrid cards={related} />
          </div>
          {recent.length > 0 && (
            <div className={styles.recent}>
              <LinkedEntries title="More recent" entries={recent} />
            </div>
          )}
        </PageSection>
      )}
      {enquiry && (
        <PageSection id="send-enquiry" number={numbered.length + (related.length > 0 ? 2 : 1)} title="Ask us about it">
          <EnquiryForm action={path} subject={{ path, title: entry.title }} {...enquiry} />
        </PageSection>
      )}
      {getEntryType(entry.type).enquiry ? <UsualCallToAction /> : <ClosingQuestion />}
    </article>
  );
}
