import { Link } from 'react-router';
import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import { HalfHour } from './half-hour.tsx';
import styles from './view.module.css';

/** What a free consultation is and how to ask for one. */
export function ConsultationView({ data: entry, settings }: { data: EntryDetail<'PAGE'>; settings: SiteSettings }) {
  const { heading, lede } = entry.fields;
  const mail = `mailto:${settings.supportEmail}?subject=${encodeURIComponent('Free consultation')}`;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} kicker={entry.title} />
      <Sheet number="01" title="The half hour" id="half-hour">
        <HalfHour />
        <p className={styles.ask}>
          <a href={mail} className={styles.action}>
            Ask for a time by e-mail
          </a>
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
