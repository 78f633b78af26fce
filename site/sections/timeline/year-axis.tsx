import styles from './year-axis.module.css';

const width = 1000;
const edge = 24;

/** Renders the years on an axis to scale. It is decoration, because the list below holds the same years. */
export function YearAxis({ years }: { years: number[] }) {
  const first = Math.min(...years);
  const last = Math.max(...years);
  if (last <= first) return null;
  const unit = (width - 2 * edge) / (last - first);
  const toX = (year: number) => Math.round((edge + (year - first) * unit) * 10) / 10;
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => toX(first + index));
  return (
    <svg viewBox={`0 0 ${width} 96`} className={styles.ruler} data-part="decoration" aria-hidden="true">
      <path d={`M${edge} 66H${width - edge}${ticks.map((x) => `M${x} 60v12`).join('')}`} className={styles.line} />
      <path
        d={`M${edge} 16v14M${width - edge} 16v14M${edge} 23H440M560 23H${width - edge}`}
        className={styles.measure}
      />
      <text x={width / 2} y="28" className={styles.span}>
        {last - first} years
      </text>
      {[...new Set(years)].map((year) => (
        <g key={year}>
          <circle cx={toX(year)} cy="66" r="6" className={styles.event} />
          <text x={toX(year)} y="92" className={styles.year}>
            <tspan className={styles.apostrophe}>’</tspan>
            {unit > 44 && <tspan className={styles.century}>{String(year).slice(0, 2)}</tspan>}
            {String(year).slice(2)}
          </text>
        </g>
      ))}
    </svg>
  );
}
