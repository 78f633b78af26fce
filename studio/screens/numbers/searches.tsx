import type { Screen } from '../../screen.ts';
import { loadNumbers, NumberTable, type NumberTableData } from './number-table.tsx';
import { NumbersLayout, type Period, readPeriod } from './numbers-layout.tsx';

interface Data {
  days: Period;
  searches: NumberTableData;
}

function View({ data: { days, searches } }: { data: Data }) {
  return (
    <NumbersLayout days={days}>
      <NumberTable
        title="Searched, and not found"
        of="searches"
        days={days}
        list={searches}
        columns={['Search', 'Times']}
        empty="Every search of this period found something"
      />
    </NumbersLayout>
  );
}

/** Lists what visitors searched for without a result. */
export const screen: Screen<Data> = {
  title: () => 'Numbers of searches',
  loader: async (args) => ({ days: readPeriod(args.url), searches: await loadNumbers(args, 'searches') }),
  View,
};
