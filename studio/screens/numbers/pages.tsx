import type { Screen } from '../../screen.ts';
import { loadNumbers, NumberTable, type NumberTableData } from './number-table.tsx';
import { NumbersLayout, type Period, readPeriod } from './numbers-layout.tsx';

interface Data {
  days: Period;
  pages: NumberTableData;
  downloads: NumberTableData;
}

function View({ data: { days, pages, downloads } }: { data: Data }) {
  return (
    <NumbersLayout days={days}>
      <NumberTable
        title="Pages"
        of="pages"
        days={days}
        list={pages}
        columns={['Page', 'Views', 'Visitors']}
        empty="Nobody has opened a page in this period"
      />
      <NumberTable title="Downloads" of="downloads" days={days} list={downloads} columns={['File', 'Downloads']} />
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
    return { days, pages, downloads };
  },
  View,
};
