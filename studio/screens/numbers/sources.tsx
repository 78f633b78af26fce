import type { Screen } from '../../screen.ts';
import { loadNumbers, NumberTable, type NumberTableData } from './number-table.tsx';
import { NumbersLayout, type Period, readPeriod } from './numbers-layout.tsx';

interface Data {
  days: Period;
  sources: NumberTableData;
  countries: NumberTableData;
}

function nameCountry(code: string): string {
  return (code && new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' }).of(code)) || code;
}

function View({ data: { days, sources, countries } }: { data: Data }) {
  return (
    <NumbersLayout days={days}>
      <NumberTable
        title="Where visits came from"
        of="sources"
        days={days}
        list={sources}
        columns={['Site or campaign', 'Visits', 'Visitors']}
        empty="Nobody has come to the site in this period"
      />
      <NumberTable
        title="Countries"
        of="countries"
        days={days}
        list={{ ...countries, items: countries.items.map((row) => ({ ...row, name: nameCountry(row.name) })) }}
        columns={['Country', 'Visits', 'Visitors']}
      />
      {countries.total === 0 && (
        <p>
          Countries are not known: the site asks nobody about the addresses of visitors. A proxy that knows them can
          name them in a header, which the operator sets as <code>COUNTRY_HEADER</code>.
        </p>
      )}
    </NumbersLayout>
  );
}

/** Lists where visitors came from. */
export const screen: Screen<Data> = {
  title: () => 'Numbers of sources',
  loader: async (args) => {
    const days = readPeriod(args.url);
    const [sources, countries] = await Promise.all([
      loadNumbers(args, 'sources'),
      args.client.call('numberList', { of: 'countries', days, size: 250 }),
    ]);
    return { days, sources, countries };
  },
  View,
};
