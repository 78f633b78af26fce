import { use } from 'react';
import { SiteSettingsContext } from '../settings.ts';
import styles from './brand.module.css';
import { Link } from './link.tsx';

/** Renders the logo and the site's name as a link to Home. The logo is a W under a dimension line. */
export function Brand() {
  const { siteName } = use(SiteSettingsContext);
  return (
    <Link to="/" className={styles.brand} aria-label={`${siteName}, home`}>
      <svg viewBox="0 0 36 36" width="30" height="30" aria-hidden="true" className={styles.mark}>
        <path d="M4 3v30M32 3v30" className={styles.witness} />
        <path d="M4 9h28M8.5 6 4 9l4.5 3M27.5 6 32 9l-4.5 3" className={styles.length} />
        <path d="M9.5 17l4.25 13L18 19.5 22.25 30 26.5 17" className={styles.letter} />
      </svg>
      <span className={styles.name}>{siteName}</span>
    </Link>
  );
}
