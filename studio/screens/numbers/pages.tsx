import { EmptyState } from '../../parts/empty-state.tsx';
import type { Screen } from '../../screen.ts';
import { loadNumbers, NumberTable, type NumberTableData } from './number-table.tsx';
import { NumbersLayout, type Period, readPeriod } from './numbers-layout.tsx';

interface Data {
  days: Period;
  pages: NumberTableData;
  downloads: NumberTableData | null;
}

function View({ data: { days, pages, downloads } }: { data: Data }) {
  return (
    <NumbersLayout days={days}>
      {pages.total === 0 && !downloads && (
        <EmptyState drawing="empty" title="Nobody has opened a page in this period" />
      )}
      {pages.total > 0 && (
        <NumberTable title="Pages" of="pages" days={days} list={pages} columns={['Page', 'Views', 'Visitors']} />
      )}
      {downloads && (
        <NumberTable title="Downloads" of="downloads" days={days} list={downloads} columns={['File', 'Downloads']} />
      )}
    </NumbersLayout>
  );
}

/** Lists the views of each page, and the downloads of each file. */
export const screen: Screen<Data> = {
  title: () => 'Numbers of pages',
  loader: async (args) => {
    const days = readPeriod(args.url);
    const [pages, downloads] = await Promise.all([
      loadNumbers(args, 'pages'),
      args.client.call('numberList', { of: 'downloads', days, size: 100 }),
    ]);
    return { days, pages, downloads: downloads.total > 0 ? downloads : null };
  },
  View,
};
