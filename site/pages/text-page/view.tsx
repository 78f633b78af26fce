import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { DateText } from '../../parts/date.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { TitleBlock, type TitleBlockRow } from '../../parts/title-block.tsx';
import { StoredHere, storedItem } from './stored-here.tsx';

/** A text with its contents beside it; the version and date of a policy stand before it. */
export function TextPageView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { heading, lede, version, effective } = entry.fields;
  const rows: TitleBlockRow[] = [];
  if (version) rows.push(['Version', version]);
  if (effective) rows.push(['In force from', <DateText key="effective" iso={effective} />]);
  const hasStored = entry.slug === 'privacy-policy';
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      <LongText
        html={entry.html}
        contents={hasStored ? [...entry.toc, storedItem] : entry.toc}
        contentsTitle="On this page"
      >
        <TitleBlock rows={rows} />
      </LongText>
      {hasStored && <StoredHere />}
    </>
  );
}
