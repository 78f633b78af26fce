import { formatNumber } from '../../../contract/content/number-text.ts';
import type { NumberOverview, NumberTotals } from '../../../contract/studio/number-operations.ts';
import { LiveDrawing } from '../../drawings/live-drawing.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import styles from './numbers.module.css';
import { Change, NumbersLayout, type Period, readPeriod, TableFile } from './numbers-layout.tsx';

interface Data {
  days: Period;
  overview: NumberOverview;
}

const totalNames: Record<keyof NumberTotals, string> = {
  views: 'Views',
  visitors: 'Visitors',
  visits: 'Visits',
  sent: 'Forms sent',
  booked: 'Bookings',
  downloads: 'Downloads',
};

function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** The words for a row of the series of a period. */
function nameStep(days: Period, day: string): string {
  if (days === 365) return formatDay(day, { month: 'short', year: '2-digit' });
  return formatDay(day, { day: 'numeric', month: 'short' });
}

const stepNames: Record<Period, string> = { 7: 'day', 28: 'day', 90: 'week', 365: 'month' };

function View({ data: { days, overview } }: { data: Data }) {
  const { totals, former, series } = overview;
  const title = `Views and visitors by ${stepNames[days]}`;
  const isEmpty = Object.values(totals).every((total) => total === 0);
  return (
    <NumbersLayout days={days}>
      <dl className={styles.totals}>
        {(Object.keys(totalNames) as (keyof NumberTotals)[]).map((name) => (
          <div key={name} className={styles.total}>
            <dt>{totalNames[name]}</dt>
            <dd>
              {formatNumber(totals[name])} <Change now={totals[name]} before={former[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {isEmpty ? (
        <EmptyState drawing="empty" title="Nobody has opened a page in this period">
          <p>The first view appears here within seconds.</p>
        </EmptyState>
      ) : (
        <div className={styles.series}>
          <div className={styles.chart}>
            <LiveDrawing
              kind="counts"
              label={`Chart of ${title.toLowerCase()}`}
              value={{
                title,
                kind: 'line',
                unit: `per ${stepNames[days]}`,
                columns: ['First day', 'Views', 'Visitors'],
                rows: series.map(({ day, views, visitors }) => [nameStep(days, day), views, visitors]),
                source: { title: 'Counted by this site, without cookies' },
              }}
            />
          </div>
          <Panel title={title} action={<TableFile days={days} />} isPadded>
            <Table caption={title} columns={['From', 'Views', 'Visitors']}>
              {series.toReversed().map(({ day, views, visitors }) => (
                <tr key={day}>
                  <th scope="row">
                    {formatDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}
                  </th>
                  <td data-label="Views">{formatNumber(views)}</td>
                  <td data-label="Visitors">{formatNumber(visitors)}</td>
                </tr>
              ))}
            </Table>
          </Panel>
        </div>
      )}
    </NumbersLayout>
  );
}

/** Shows how many people opened the site's pages, and what they did. */
export const screen: Screen<Data> = {
  title: () => 'Numbers',
  loader: async ({ client, url }) => {
    const days = readPeriod(url);
    return { days, overview: await client.call('numberOverview', { days }) };
  },
  View,
};
