import { Undo2 } from 'lucide-react';
import { use } from 'react';
import { formatCount } from '../../contract/content/number-text.ts';
import type { DeletedEntry } from '../../contract/studio/history-operations.ts';
import { StudioSettingsContext, useTypeNames } from '../context.ts';
import { loadListPage } from '../list-page.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import form from '../parts/form.module.css';
import { Person } from '../parts/initials.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { Pager, Table } from '../parts/table.tsx';
import { formatTime } from '../parts/time.ts';
import { readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';

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
            <Submit name="id" value={id} aria-label={`Restore ${title || 'Untitled'}`} icon={Undo2} label="Restore" />
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function View({ data: { items, ...list } }: { data: Data }) {
  const refusal = useAnswer()?.refusal;
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
          action={<ButtonLink to="/studio/content">All content</ButtonLink>}
        >
          <p>An entry that was never published can be deleted, and waits here for 30 days.</p>
        </EmptyState>
      ) : (
        <Table caption="Deleted entries" columns={['Title', 'Type', 'Deleted', 'Kept', '']}>
          {items.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </Table>
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
