import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { entryPath } from '../../../contract/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import styles from './service-index.module.css';

/** The services as the index sheet of a drawing set. */
export function ServiceIndex({ services }: { services: readonly EntryCard<'SERVICE'>[] }) {
  return (
    <ol>
      {services.map(({ slug, title, summary, fields }, position) => (
        <li key={slug} className={styles.row}>
          <span className={styles.number} aria-hidden="true">
            {`S${String(position + 1).padStart(2, '0')}`}
          </span>
          <h3 className={styles.title}>
            <Link to={entryPath('SERVICE', slug)} viewTransition className={styles.link}>
              {title}
            </Link>
          </h3>
          <p className={styles.tagline}>{fields.tagline ?? summary}</p>
        </li>
      ))}
    </ol>
  );
}
