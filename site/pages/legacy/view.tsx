import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { CallToAction } from '../../parts/call-to-action.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Timeline } from './timeline.tsx';

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
