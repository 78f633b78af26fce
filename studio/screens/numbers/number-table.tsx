import { formatNumber } from '../../../contract/content/number-text.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import type { NumberListName } from '../../../contract/studio/number-lists.ts';
import { loadListPage } from '../../list-page.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import type { ScreenArgs } from '../../screen.ts';
import styles from './numbers.module.css';
import { Change, type Period, readPeriod, TableFile } from './numbers-layout.tsx';

export type NumberTableData = StudioOutput<'numberList'>;

/** Loads the page of a list of figures that an address names. */
export function loadNumbers({ client, url }: ScreenArgs, of: NumberListName): Promise<NumberTableData> {
  return loadListPage(url, (page) => client.call('numberList', { of, days: readPeriod(url), page }));
}

/** The names of sources that are no hosts. */
const sourceNames: Readonly<Record<string, string>> = {
  direct: 'Typed, bookmarked, or from a program',
  other: 'Other sources',
};

/** Renders figures by name, or what `empty` says. A list without visitors has no column for them. */
export function NumberTable({
  title,
  of,
  days,
  list,
  columns,
  empty,
}: {
  title: string;
  of: NumberListName;
  days: Period;
  list: NumberTableData;
  /** The names of the columns; the third is that of visitors. */
  columns: readonly [name: string, times: string, visitors?: string];
  empty?: string;
}) {
  if (list.total === 0) return empty && <EmptyState drawing="empty" title={empty} />;
  const [name, times, visitors] = columns;
  const showName = (row: string) => (of === 'sources' && sourceNames[row]) || row || 'All others';
  return (
    <Panel title={title} count={list.total} action={<TableFile of={of} days={days} />} isPadded>
      <Table caption={title} columns={[name, times, ...(visitors ? [visitors] : [])]}>
        {list.items.map((row) => (
          <tr key={row.name}>
            <th scope="row" className={styles.name}>
              {of === 'pages' && row.name ? <a href={row.name}>{row.name}</a> : <bdi>{showName(row.name)}</bdi>}
            </th>
            <td data-label={times}>
              {formatNumber(row.times)} <Change now={row.times} before={row.former} />
            </td>
            {visitors && <td data-label={visitors}>{formatNumber(row.visitors)}</td>}
          </tr>
        ))}
      </Table>
      <Pager {...list} />
    </Panel>
  );
}
