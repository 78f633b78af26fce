import { Link } from 'react-router';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import { TimeScale } from './time-scale.tsx';
import styles from './view.module.css';

/** What a free consultation is and how to ask for one. */
export function ConsultationView({ data: entry, settings }: { data: EntryDetail<'PAGE'>; settings: SiteSettings }) {
  const { heading, lede, facts } = entry.fields;
  const mail = `mailto:${settings.supportEmail}?subject=${encodeURIComponent('Free consultation')}`;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      <Sheet number="01" title="Ask for a time" id="ask">
        {facts && <TimeScale parts={facts} />}
        <p className={styles.ask}>
          <ActionLink href={mail}>Write to us for a time</ActionLink>
          <span>
            or see <Link to="/contact-us">every other way to reach us</Link>
          </span>
        </p>
      </Sheet>
      <Sheet number="02" title="What to expect" id="details">
        <Prose html={entry.html} />
      </Sheet>
    </>
  );
}
