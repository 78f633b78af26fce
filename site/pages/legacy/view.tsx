import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Timeline } from './timeline.tsx';

/** The company's history, drawn along one line. */
export function LegacyView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { heading, lede, timeline } = entry.fields;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      {timeline && (
        <Sheet number="01" title="Year by year" id="timeline">
          <Timeline events={timeline} />
        </Sheet>
      )}
      <Sheet number="02" title="Looking back" id="account">
        <Prose html={entry.html} />
      </Sheet>
    </>
  );
}
