import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { Link } from '../../parts/link.tsx';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import type { SiteSettings } from '../../settings.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './view.module.css';

/** Every way to reach the company. */
export function ContactView({ data: entry, settings }: { data: EntryDetail<'PAGE'>; settings: SiteSettings }) {
  const { heading, lede } = entry.fields;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader title={heading ?? entry.title} lede={lede ?? entry.summary} breadcrumbs={trailOfPage(entry)} />
      <Sheet number="01" title="Write to us" id="write">
        <ContactForm supportEmail={settings.supportEmail} />
      </Sheet>
      <Sheet number="02" title="Or reach us" id="reach">
        <ul className={styles.ways}>
          <li className={styles.way}>
            <h3 className={styles.name}>By e-mail</h3>
            <p className={styles.main}>
              <SupportMail />
            </p>
            <p>A person reads it and the right engineer answers.</p>
          </li>
          <li className={styles.way}>
            <h3 className={styles.name}>In a call</h3>
            <p className={styles.main}>
              <Link to="/book-a-free-consultation">Book a free consultation</Link>
            </p>
            <p>Thirty minutes with an engineer, at no charge.</p>
          </li>
        </ul>
      </Sheet>
      <Sheet number="03" title="All ways to us" id="details">
        <Prose html={entry.html} />
      </Sheet>
    </>
  );
}
