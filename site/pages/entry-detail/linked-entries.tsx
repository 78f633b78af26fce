import { use } from 'react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import linkRows from '../../parts/link-rows.module.css';
import { SiteSettingsContext } from '../../settings.ts';
import type { LinkedEntry } from './entry-data.ts';
import styles from './linked-entries.module.css';

/**
 * Renders a list of links to other entries, or nothing if the list is empty. Without a title it has the plural name of
 * the type of its entries.
 */
export function LinkedEntries({ title, entries }: { title?: string; entries: LinkedEntry[] }) {
  const { lists } = use(SiteSettingsContext);
  const [first] = entries;
  if (!first) return null;
  return (
    <div className={styles.linked}>
      <h3 className={styles.title}>{title ?? lists[first.type].plural}</h3>
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <li key={entry.slug} className={linkRows.row}>
            <Link dir="auto" to={getEntryPath(entry.type, entry.slug)}>
              {entry.title}
            </Link>
            <span dir="auto" className={styles.summary}>
              {entry.summary}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
