import { type MetricName, metricNames } from '../../../contract/content/metric-names.ts';
import { formatNumber } from '../../../contract/content/number-text.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { loadListPage } from '../../list-page.ts';
import { Panel } from '../../parts/panel.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { changeMeasuring, Measuring } from './measuring.tsx';
import styles from './numbers.module.css';
import { NumbersLayout, TableFile } from './numbers-layout.tsx';

type Data = StudioOutput<'speedNumbers'>;

/** Up to the first limit a value is good, above the second it is poor (https://web.dev/articles/vitals). */
const limits: Record<MetricName, readonly [good: number, poor: number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
};

const metricTexts: Record<MetricName, string> = {
  LCP: 'Largest part shown (LCP)',
  INP: 'Answer to input (INP)',
  CLS: 'Movement (CLS)',
  FCP: 'First part shown (FCP)',
  TTFB: 'First byte (TTFB)',
};

function formatValue(metric: MetricName, value: number): string {
  if (metric === 'CLS') return formatNumber(Math.round(value * 100) / 100);
  return value >= 1_000 ? `${formatNumber(Math.round(value / 10) / 100)} s` : `${formatNumber(Math.round(value))} ms`;
}

function Value({ metric, value }: { metric: MetricName; value: number | undefined }) {
  if (value === undefined) return '–';
  const [good, poor] = limits[metric];
  const [tone, word] =
    value <= good
      ? (['live', 'good'] as const)
      : value <= poor
        ? (['open', 'fair'] as const)
        : (['alert', 'poor'] as const);
  return (
    <StateDot tone={tone}>
      {formatValue(metric, value)} <span className={styles.change}>{word}</span>
    </StateDot>
  );
}

function View({ data: { isMeasured, items, ...list } }: { data: Data }) {
  return (
    <NumbersLayout>
      <Panel
        title="Speed of the last 28 days"
        count={list.total}
        action={<TableFile of="speed" days={28} />}
        isPadded
        isShown={items.length > 0}
      >
        <p>
          Three of four views were at least as fast as this. Reports say how a page was for visitors, on their devices.
        </p>
        <Table caption="Speed by page" columns={['Page', 'Views', ...metricNames.map((name) => metricTexts[name])]}>
          {items.map(({ page, samples, p75 }) => (
            <tr key={page}>
              <th scope="row" className={styles.name}>
                {page ? <a href={page}>{page}</a> : 'All others'}
              </th>
              <td data-label="Views">{formatNumber(samples)}</td>
              {metricNames.map((metric) => (
                <td key={metric} data-label={metricTexts[metric]} className={table.wide}>
                  <Value metric={metric} value={p75[metric]} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
        <Pager {...list} />
      </Panel>
      <Measuring isMeasured={isMeasured} />
    </NumbersLayout>
  );
}

/** Shows how fast pages were for visitors. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Speed of pages',
  loader: ({ client, url }) => loadListPage(url, (page) => client.call('speedNumbers', { page })),
  action: changeMeasuring,
  View,
};
