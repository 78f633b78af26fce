import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { Link } from '../../parts/link.tsx';
import { PageEntryHeader } from '../../parts/page-entry-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { Prose } from '../../parts/prose.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import { ContactForm } from './contact-form.tsx';
import styles from './view.module.css';

/** Renders the contact page: the contact form, and every other way to reach the company. */
export function ContactView({ data: entry }: { data: EntryDetail<'PAGE'> }) {
  return (
    <>
      <PageEntryHeader entry={entry} />
      <PageSection number="01" title="Write to us" id="write">
        <ContactForm />
      </PageSection>
      <PageSection number="02" title="Ways to reach us" id="reach" isDark>
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
      </PageSection>
      <PageSection number="03" title="All contact details" id="details">
        <Prose html={entry.html} />
      </PageSection>
    </>
  );
}
