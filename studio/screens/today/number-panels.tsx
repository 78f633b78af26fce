import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { Today } from '../../../contract/studio/today-operations.ts';
import { Panel } from '../../parts/panel.tsx';
import styles from './number-panels.module.css';

/** The size of the drawing, in units. */
const [width, height, inset] = [240, 56, 4];

/** Formats a day as its weekday: `Mon`. */
function formatWeekday(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** Draws the views of each day as a line. Its text names each day and its number. */
function ViewLine({ views }: Pick<Today, 'views'>) {
  const most = Math.max(1, ...views.map(({ views: times }) => times));
  const points = views.map(({ day, views: times }, index) => ({
    day,
    x: inset + (index * (width - 2 * inset)) / Math.max(1, views.length - 1),
    y: height - inset - (times * (height - 2 * inset)) / most,
  }));
  const text = views.map(({ day, views: times }) => `${formatWeekday(day)} ${formatNumber(times)}`).join(', ');
  const last = points.at(-1);
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Views by day: ${text}`}
        className={styles.line}
      >
        <path d={`M${inset} ${height - inset}H${width - inset}`} data-ink="faint" />
        <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {last && <path d={`M${last.x} ${last.y}h0`} data-ink="point" />}
      </svg>
      <figcaption className={styles.days} aria-hidden="true">
        {points.map(({ day }) => (
          <span key={day}>{formatWeekday(day)}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Shows the views of the last seven days, if there were any. */
export function ViewPanel({ views }: Pick<Today, 'views'>) {
  const total = views.reduce((sum, { views: times }) => sum + times, 0);
  return (
    <Panel title="Views of the last seven days" count={total} isShown={total > 0}>
      <ViewLine views={views} />
    </Panel>
  );
}

/** Lists what visitors searched for in the last seven days without a result. */
export function MissedSearchPanel({ searches }: { searches: Today['missedSearches'] }) {
  return (
    <Panel title="Searched, and not found" isShown={searches.length > 0}>
      <ul className={styles.searches}>
        {searches.map(({ query, times }) => (
          <li key={query} className={styles.search}>
            <bdi>{query}</bdi>
            <span className={styles.times}>{formatCount(times, 'time')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
