import type { ReactNode } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  /** Number or code in front of the title, such as 1 or 'A2'; unique within the page. */
  number: number | string;
  title: ReactNode;
  id?: string;
  children: ReactNode;
  /** Whether the content extends to the edges of the page frame, for grids and tables with lines of their own. */
  isFullWidth?: boolean;
  /** Whether the section is dark in both themes. A long page has one such section. */
  isDark?: boolean;
}

/** Renders a numbered section of a page, with number and title in the margin beside the content. */
export function PageSection({ number, title, id, children, isFullWidth = false, isDark = false }: PageSectionProps) {
  const headingId = `${id ?? `sheet-${number}`}-title`;
  return (
    <section id={id} aria-labelledby={headingId} className={styles.section} data-dark={isDark ? '' : undefined}>
      <div className={styles.margin}>
        <div className={styles.label}>
          <span className={styles.number} aria-hidden="true">
            {typeof number === 'number' ? String(number).padStart(2, '0') : number}
          </span>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
        </div>
      </div>
      <div className={isFullWidth ? styles.fullWidth : styles.content}>{children}</div>
    </section>
  );
}
