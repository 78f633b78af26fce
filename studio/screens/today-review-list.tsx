import { use } from 'react';
import { Link } from 'react-router';
import type { ReviewedEntry } from '../../contract/studio/review-operations.ts';
import { StudioSettingsContext } from '../context.ts';
import { ColumnHeads } from '../parts/column-heads.tsx';
import form from '../parts/form.module.css';
import table from '../parts/table.module.css';
import { formatTime } from '../parts/time.ts';

/** Renders drafts in review as a table, each a link to its editor, with what was said about it. */
export function ReviewList({ reviews }: { reviews: ReviewedEntry[] }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <table className={table.table}>
      <caption className="visually-hidden">Drafts in review</caption>
      <thead>
        <tr>
          <ColumnHeads names={['Title', 'Submitted', 'Message']} />
        </tr>
      </thead>
      <tbody>
        {reviews.map(({ id, title, state, submittedAt, submittedBy, isChanged, message, note }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={`/studio/content/${id}`} discover="none" dir="auto">
                {title || 'Untitled'}
              </Link>
            </th>
            <td className={table.wide}>
              {formatTime(submittedAt, timeZone)}{' '}
              <span className={form.soft}>
                <bdi>{submittedBy}</bdi>
                {isChanged && ', saved again since'}
              </span>
            </td>
            <td dir="auto" className={table.wide}>
              {state === 'RETURNED' ? note : message}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
