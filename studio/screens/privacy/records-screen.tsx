import { formatCount } from '../../../contract/content/number-text.ts';
import { describePersonalRows, type PrivacyActKind } from '../../../contract/studio/privacy-kinds.ts';
import type { PrivacyAct } from '../../../contract/studio/privacy-operations.ts';
import { loadListPage } from '../../list-page.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Person } from '../../parts/initials.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { PrivacyLayout } from './privacy-layout.tsx';

const kindNames: Record<PrivacyActKind, string> = {
  FIND: 'Looked at the data of a person',
  EXPORT: 'Exported the data of a person',
  ERASE: 'Erased the data of a person',
  RETENTION: 'Changed how long data is kept',
};

function describeCounts({ kind, counts }: PrivacyAct): string {
  if (kind !== 'RETENTION') return describePersonalRows(counts);
  return `messages ${formatCount(counts.submissionMonths ?? 0, 'month')}, mails ${formatCount(counts.mailDays ?? 0, 'day')}`;
}

/** Renders acts of the record, the newest first. */
export function ActTable({ acts }: { acts: PrivacyAct[] }) {
  if (acts.length === 0) return <EmptyState drawing="empty" title="Nobody has looked at personal data here yet" />;
  return (
    <Table
      caption="Record of the work with personal data, the newest first"
      columns={['Number', 'What', 'How much', 'Who', 'When']}
    >
      {acts.map((act) => (
        <tr key={act.id}>
          <th scope="row">{act.id}</th>
          <td className={table.wide}>{kindNames[act.kind]}</td>
          <td className={table.wide}>{describeCounts(act)}</td>
          <td>{act.doneBy && <Person name={act.doneBy} />}</td>
          <td>
            <RelativeTime at={act.doneAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface Data {
  items: PrivacyAct[];
  page: number;
  size: number;
  total: number;
}

function View({ data: { items, ...list } }: { data: Data }) {
  return (
    <PrivacyLayout>
      <p>
        Who worked with personal data. No address is recorded, not even as a hash: after an erasure nothing must lead
        back to the person. Note the number of a record in your answer to a person.
      </p>
      <ActTable acts={items} />
      <Pager {...list} />
    </PrivacyLayout>
  );
}

/** Lists who looked up, exported and erased personal data. */
export const screen: Screen<Data> = {
  title: () => 'Record of privacy',
  loader: ({ client, url }) => loadListPage(url, (page) => client.call('privacyActs', { page })),
  View,
};
