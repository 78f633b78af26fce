import type { ReactNode } from 'react';
import styles from './title-block.module.css';

export type TitleBlockRow = readonly [term: string, value: ReactNode];

interface TitleBlockProps {
  rows: readonly TitleBlockRow[];
  /** Whether the lines of the surrounding element replace the outline of the block. */
  hasSharedBorder?: boolean;
  /** Whether phones show the values alone, one after the other, because each says what it is. */
  isInlineOnPhones?: boolean;
  /** Whether screens wider than phones show one row below the other. */
  isListOnWideScreens?: boolean;
}

/** Renders a table of terms and values, in the style of the title block of a technical drawing. */
export function TitleBlock({
  rows,
  hasSharedBorder = false,
  isInlineOnPhones = false,
  isListOnWideScreens = false,
}: TitleBlockProps) {
  const block = [styles.block, isInlineOnPhones && styles.line, isListOnWideScreens && styles.rows];
  return (
    <div data-part="title-block" className={hasSharedBorder ? styles.clip : `${styles.clip} ${styles.outlined}`}>
      <dl className={block.filter(Boolean).join(' ')}>
        {rows.map(([term, value]) => (
          <div key={term} className={hasSharedBorder ? `${styles.cell} ${styles.sharedBorder}` : styles.cell}>
            <dt className={styles.term} data-part="label">
              {term}
            </dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
