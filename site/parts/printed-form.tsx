import { use } from 'react';
import { SiteSettingsContext } from '../settings.ts';
import styles from './printed-form.module.css';
import { SupportMail } from './support-mail.tsx';

/** Renders what a printed page has instead of a form: where to write, and the address of the form. */
export function PrintedForm({ path }: { path: string }) {
  const { siteUrl } = use(SiteSettingsContext);
  return (
    <p className={styles.note}>
      Write to <SupportMail />, or use the form at {siteUrl + path}.
    </p>
  );
}
