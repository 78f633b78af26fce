import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import stretchedLink from '../../parts/stretched-link.module.css';
import type { HomeService } from './load.ts';
import styles from './service-index.module.css';

/** Renders a numbered list of the services. */
export function ServiceIndex({ services }: { services: readonly HomeService[] }) {
  return (
    <ol>
      {services.map(({ slug, title, tagline }, position) => (
        <li key={slug} className={styles.row}>
          <span className={styles.number} aria-hidden="true">
            {`S${String(position + 1).padStart(2, '0')}`}
          </span>
          <h3 dir="auto" className={styles.title}>
            <Link to={getEntryPath('SERVICE', slug)} viewTransition className={stretchedLink.link}>
              {title}
            </Link>
          </h3>
          <p dir="auto" className={styles.tagline}>
            {tagline}
          </p>
        </li>
      ))}
    </ol>
  );
}
