import { Link } from 'react-router';
import type { BulkActSummary } from '../../../contract/studio/bulk-shapes.ts';
import { bulkWords, countEntries } from '../../parts/bulk-words.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Person } from '../../parts/initials.tsx';
import { Notice } from '../../parts/notice.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';

/** Lists the last bulk actions, each a link to its report. `isEmpty`: an action was chosen without entries. */
export function RecentActs({ items, isEmpty }: { items: BulkActSummary[]; isEmpty: boolean }) {
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
        <EmptyState
          drawing="empty"
          title="There have been no bulk actions yet."
          action={<ButtonLink to="/studio/content">All content</ButtonLink>}
        >
          <p>Select entries in the list of content to publish, withdraw or categorise them together.</p>
        </EmptyState>
      )}
      {items.length > 0 && (
        <RowList label="Last bulk actions">
          {items.map(({ id, kind, count, doneAt, doneBy, undoneAt }) => (
            <Row
              key={id}
              to={`/studio/content/bulk/${id}`}
              title={`${bulkWords[kind].done} ${countEntries(count)}`}
              note={undoneAt && 'Undone'}
              end={
                <span className={form.row}>
                  <RelativeTime at={doneAt} />
                  {doneBy && <Person name={doneBy} />}
                </span>
              }
            />
          ))}
        </RowList>
      )}
    </>
  );
}
