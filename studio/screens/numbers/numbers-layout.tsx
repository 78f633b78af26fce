import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '../../../contract/content/number-text.ts';
import { type NumberListName, periods } from '../../../contract/studio/number-lists.ts';
import { numberTablesPath } from '../../../contract/studio/paths.ts';
import { buttonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import styles from './numbers.module.css';

export type Period = (typeof periods)[number];

/** Returns the period that an address names, in days. */
export function readPeriod({ searchParams }: URL): Period {
  return periods.find((days) => String(days) === searchParams.get('days')) ?? 28;
}

const screens = [
  { path: '/studio/numbers', label: 'Overview' },
  { path: '/studio/numbers/pages', label: 'Pages' },
  { path: '/studio/numbers/sources', label: 'Sources' },
  { path: '/studio/numbers/searches', label: 'Searches' },
  { path: '/studio/numbers/forms', label: 'Forms' },
  { path: '/studio/numbers/speed', label: 'Speed' },
];

export const periodNames: Record<Period, string> = { 7: '7 days', 28: '28 days', 90: '90 days', 365: 'A year' };

/** Renders one of the screens of the Numbers, with links to the others and the choice of the period. */
export function NumbersLayout({ days, children }: { days?: Period; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const chosen = new URLSearchParams(search).get('days');
  const query: Record<string, string> = chosen ? { days: chosen } : {};
  return (
    <ScreenLayout
      title="Numbers"
      actions={
        days && (
          <nav aria-label="Period" className={styles.periods}>
            {periods.map((period) => (
              <Link
                key={period}
                to={`${pathname}?days=${period}`}
                preventScrollReset
                aria-current={period === days ? 'true' : undefined}
                className={styles.period}
              >
                {periodNames[period]}
              </Link>
            ))}
          </nav>
        )
      }
    >
      <ViewTabs label="Numbers" views={screens.map((view) => ({ ...view, query }))} />
      {children}
    </ScreenLayout>
  );
}

export function TableFile({ of, days }: { of?: NumberListName | 'forms' | 'speed'; days: Period }) {
  return (
    <a href={`${numberTablesPath}?${of ? `of=${of}&` : ''}days=${days}`} download className={buttonLink.quiet}>
      <Icon of={Download} />
      CSV
    </a>
  );
}

/** Says how a figure compares with the one of the period before. */
export function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return <span className={styles.change}>{now === 0 ? 'as before' : 'none before'}</span>;
  const percent = Math.round((100 * (now - before)) / before);
  const text = percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))} %`;
  return (
    <span className={styles.change} title={`${formatNumber(before)} in the period before`}>
      {text}
    </span>
  );
}
