import type { Fact } from '../../parts/facts.tsx';
import styles from './time-scale.module.css';

/** Width of the drawing in its own units. */
const width = 1000;

/** Draws the parts of a call to scale on a line. Every value must begin with a number of minutes; otherwise draws nothing. */
export function TimeScale({ parts }: { parts: readonly Fact[] }) {
  const minutes = parts.map(({ value }) => Number.parseInt(value, 10));
  const total = minutes.reduce((sum, part) => sum + part, 0);
  if (parts.length === 0 || !(total > 0)) return null;
  const ends = minutes.map(
    (_, index) => (minutes.slice(0, index + 1).reduce((sum, part) => sum + part, 0) / total) * (width - 4) + 2,
  );
  const starts = [2, ...ends];
  return (
    <div className={styles.scale}>
      <svg viewBox={`0 0 ${width} 44`} preserveAspectRatio="none" className={styles.line} aria-hidden="true">
        {ends.map((end, index) => (
          <rect
            key={end}
            x={starts[index]}
            y="14"
            width={end - (starts[index] ?? 0)}
            height="16"
            className={styles.part}
          />
        ))}
        <path d={`M2 22H${width - 2}${starts.map((x) => `M${x} 4v36`).join('')}`} className={styles.tick} />
      </svg>
      <ol className={styles.parts}>
        {parts.map(({ value, label }) => (
          <li key={label}>
            <span className={styles.minutes}>{value}</span> {label}
          </li>
        ))}
      </ol>
    </div>
  );
}
