import { use } from 'react';
import { Link } from 'react-router';
import type { BulkActSummary } from '../../../contract/studio/bulk-shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { bulkWords, countEntries } from '../../parts/bulk-words.ts';
import { Notice } from '../../parts/notice.tsx';
import { formatTime } from '../../parts/time.ts';
import styles from './plan.module.css';

/** Lists the last bulk actions, each a link to its report. `isEmpty`: an action was chosen without entries. */
export function RecentActs({ items, isEmpty }: { items: BulkActSummary[]; isEmpty: boolean }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <>
      {isEmpty && (
        <Notice kind="alert">
          <p>
            No entries are selected. <Link to="/studio/content">Select entries in the list of content</Link>
          </p>
        </Notice>
      )}
      {items.length === 0 && (
        <p>There have been no bulk actions yet. Select entries in the list of content to start one.</p>
      )}
      <ul className={styles.list}>
        {items.map(({ id, kind, count, doneAt, doneBy, undoneAt }) => (
          <li key={id} className={styles.item}>
            <Link to={`/studio/content/bulk/${id}`} discover="none">
              {bulkWords[kind].done} {countEntries(count)}
            </Link>{' '}
            <time dateTime={doneAt}>{formatTime(doneAt, timeZone)}</time> <bdi>{doneBy}</bdi>
            {undoneAt && ', undone'}
          </li>
        ))}
      </ul>
    </>
  );
}
