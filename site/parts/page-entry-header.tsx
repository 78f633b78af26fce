import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import { getPageEntryBreadcrumbs } from './page-entry.ts';
import { PageHeader } from './page-header.tsx';
import { PreviewBar } from './preview-bar.tsx';

/** Renders the top of a page whose text is an entry: the preview bar, if it is a preview, and the page header. */
export function PageEntryHeader({ entry }: { entry: EntryDetail<'PAGE'> }) {
  const { heading, lede } = entry.fields;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader
        title={heading ?? entry.title}
        lede={lede ?? entry.summary}
        breadcrumbs={getPageEntryBreadcrumbs(entry)}
      />
    </>
  );
}
