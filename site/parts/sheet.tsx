import type { ReactNode } from 'react';
import styles from './sheet.module.css';

interface SheetProps {
  /** Position in the set of drawings, such as 1 or 'A2'; no other sheet of the page has it. */
  number: number | string;
  title: string;
  id?: string;
  children: ReactNode;
  headingLevel?: 2 | 3;
  /** Lets the content reach the frame, for grids and tables that have lines of their own. */
  bleed?: boolean;
}

/** A section as a sheet of the drawing set: number and title in its margin, the content beside them. */
export function Sheet({ number, title, id, children, headingLevel = 2, bleed = false }: SheetProps) {
  const headingId = `${id ?? `sheet-${number}`}-title`;
  const Heading = `h${headingLevel}` as const;
  return (
    <section id={id} aria-labelledby={headingId} className={styles.sheet}>
      <div className={styles.margin}>
        <div className={styles.label}>
          <span className={styles.number} aria-hidden="true">
            {typeof number === 'number' ? String(number).padStart(2, '0') : number}
          </span>
          <Heading id={headingId} className={styles.title}>
            {title}
          </Heading>
        </div>
      </div>
      <div className={bleed ? styles.bleed : styles.content}>{children}</div>
    </section>
  );
}
