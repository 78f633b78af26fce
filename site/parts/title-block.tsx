import type { ReactNode } from 'react';
import styles from './title-block.module.css';

export type TitleBlockRow = readonly [term: string, value: ReactNode];

interface TitleBlockProps {
  rows: readonly TitleBlockRow[];
  /** Without its own outline, for a block that shares the lines of what it stands in. */
  flush?: boolean;
}

/** The corner of a drawing that says what it is, which revision and by whom. */
export function TitleBlock({ rows, flush = false }: TitleBlockProps) {
  return (
    <div className={flush ? styles.clip : `${styles.clip} ${styles.outlined}`}>
      <dl className={styles.block}>
        {rows.map(([term, value]) => (
          <div key={term} className={flush ? `${styles.cell} ${styles.flush}` : styles.cell}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
