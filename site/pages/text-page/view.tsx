import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { CallToAction } from '../../parts/call-to-action.tsx';
import { DateText } from '../../parts/date.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { TitleBlock, type TitleBlockRow } from '../../parts/title-block.tsx';
import { StoredOnDevice, storedDataTocItem } from './stored-on-device.tsx';

/**
 * Renders a text with its table of contents, and the version and date of a policy. Other texts end with the next step.
 */
export function TextPageView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  const { version, effective } = entry.fields;
  const rows: TitleBlockRow[] = [];
  if (version) rows.push(['Version', version]);
  if (effective) rows.push(['In force from', <DateText key="effective" iso={effective} />]);
  const isPolicy = rows.length > 0;
  const hasStored = entry.slug === 'privacy-policy';
  return (
    <>
      <PageEntryHeader entry={entry} />
      <LongText html={entry.html} contents={hasStored ? [...entry.toc, storedDataTocItem] : entry.toc}>
        {isPolicy && <TitleBlock rows={rows} />}
      </LongText>
      {hasStored && <StoredOnDevice />}
      {!isPolicy && <CallToAction />}
    </>
  );
}
