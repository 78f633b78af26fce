import type { Fact } from '../../parts/facts.tsx';
import styles from './time-scale.module.css';

/** Width of the drawing in its own units. */
const width = 1000;

/** Columns of the grid in which each label is below its part of the line. */
const columns = 12;

/**
 * Returns how many columns the label of each part spans. The style sheet has a rule for each number, because the
 * content security policy allows no style attributes.
 */
function getColumnSpans(ends: number[]): number[] {
  const lastColumns = ends.map((end) => Math.round(end * columns));
  return lastColumns.map((column, index) => Math.max(1, column - (lastColumns[index - 1] ?? 0)));
}

/**
 * Draws the parts of a call to scale on a line. Every value must begin with a number of minutes; otherwise draws
 * nothing.
 */
export function TimeScale({ parts }: { parts: readonly Fact[] }) {
  const minutes = parts.map(({ value }) => Number.parseInt(value, 10));
  const total = minutes.reduce((sum, part) => sum + part, 0);
  if (parts.length === 0 || !(total > 0)) return null;
  const ends = minutes.map((_, index) => minutes.slice(0, index + 1).reduce((sum, part) => sum + part, 0) / total);
  const spans = getColumnSpans(ends);
  const marks = [0, ...ends].map((end) => end * (width - 4) + 2);
  return (
    <div className={styles.scale}>
      <svg viewBox={`0 0 ${width} 44`} preserveAspectRatio="none" className={styles.line} aria-hidden="true">
        {marks.slice(1).map((end, index) => {
          const start = marks[index] ?? 0;
          return <rect key={end} x={start} y="14" width={end - start} height="16" className={styles.part} />;
        })}
        <path d={`M2 22H${width - 2}${marks.map((x) => `M${x} 4v36`).join('')}`} className={styles.tick} />
      </svg>
      <ol className={styles.parts}>
        {parts.map(({ value, label }, index) => (
          <li key={label} data-span={spans[index]}>
            <span className={styles.minutes}>{value}</span> {label}
          </li>
        ))}
      </ol>
    </div>
  );
}
