import { Undo2 } from 'lucide-react';
import { use } from 'react';
import { Link, useActionData } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import type { DeletedEntry } from '../../contract/studio/history-operations.ts';
import { StudioSettingsContext, useTypeNames } from '../context.ts';
import { loadListPage } from '../list-page.ts';
import { Button, buttonLink } from '../parts/button.tsx';
import { ColumnHeads } from '../parts/column-heads.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import form from '../parts/form.module.css';
import { Icon } from '../parts/icon.tsx';
import { Person } from '../parts/initials.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { formatTime } from '../parts/time.ts';
import { readFields } from '../read-fields.ts';
import type { ActionRefusal, Screen } from '../screen.ts';

interface Data {
  items: DeletedEntry[];
  page: number;
  size: number;
  total: number;
}

function Row({ entry: { id, type, title, deletedAt, deletedBy, keptUntil, canRestore } }: { entry: DeletedEntry }) {
  const { timeZone } = use(StudioSettingsContext);
  const getName = useTypeNames();
  return (
    <tr>
      <th scope="row">
        <bdi>{title || 'Untitled'}</bdi>
      </th>
      <td>{getName(type)}</td>
      <td data-label="Deleted" className={table.wide}>
        <span className={form.row}>
          <RelativeTime at={deletedAt} />
          <Person name={deletedBy ?? 'Somebody'} />
        </span>
      </td>
      <td data-label="Kept" className={table.wide}>
        Until {formatTime(keptUntil, timeZone)}
      </td>
      <td>
        {canRestore && (
          <PostForm>
            <Button type="submit" name="id" value={id} aria-label={`Restore ${title || 'Untitled'}`}>
              <Icon of={Undo2} />
              Restore
            </Button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function View({ data: { items, ...list } }: { data: Data }) {
  const refusal = useActionData<{ refusal?: ActionRefusal }>()?.refusal;
  return (
    <ScreenLayout
      title="Deleted entries"
      parent={{ to: '/studio/content', label: 'Content' }}
      state={formatCount(list.total, 'entry', 'entries')}
    >
      <RefusalNotice refusal={refusal} />
      {items.length === 0 ? (
        <EmptyState
          drawing="done"
          title="No entry was deleted in the last 30 days."
          action={
            <Link to="/studio/content" className={buttonLink.quiet}>
              All content
            </Link>
          }
        >
          <p>An entry that was never published can be deleted, and waits here for 30 days.</p>
        </EmptyState>
      ) : (
        <table className={table.table}>
          <caption className="visually-hidden">Deleted entries</caption>
          <thead>
            <tr>
              <ColumnHeads names={['Title', 'Type', 'Deleted', 'Kept']} />
              <td />
            </tr>
          </thead>
          <tbody>
            {items.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <Pager {...list} />
    </ScreenLayout>
  );
}

/** Lists entries that were deleted before they were published, and restores them. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Deleted entries',
  loader: ({ client, url }) => loadListPage(url, (page) => client.call('deletedEntries', { page })),
  action: async ({ client, form }) => {
    const restored = await client.call('restoreEntry', { id: Number(readFields(form, 'id').id) });
    return { to: `/studio/content/${restored.id}` };
  },
  View,
};
