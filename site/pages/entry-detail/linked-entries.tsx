import { getEntryPath } from '../../../contract/entry-types.ts';
import { Link } from '../../parts/link.tsx';
import type { LinkedEntry } from './entry-data.ts';
import styles from './linked-entries.module.css';

/** Other entries this one is built from, as a parts list. */
export function LinkedEntries({ title, entries }: { title: string; entries: LinkedEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <div className={styles.linked}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <li key={entry.slug} className={styles.row}>
            <Link to={getEntryPath(entry.type, entry.slug)}>{entry.title}</Link>
            <span className={styles.summary}>{entry.summary}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
