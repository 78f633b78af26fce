import type { ReactNode } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  /** Number or code in front of the title, such as 1 or 'A2'; unique within the page. */
  number: number | string;
  /** Without a title the section has an empty margin, and no name. */
  title?: ReactNode;
  id?: string | undefined;
  children: ReactNode;
  /** Whether the content extends to the edges of the page frame, for grids and tables with lines of their own. */
  isFullWidth?: boolean;
  /** More attributes of the element, such as `data-dark` for a section that is dark in both themes. */
  attributes?: Readonly<Record<`data-${string}`, string | undefined>>;
}

/** Renders a numbered section of a page, with number and title in the margin beside the content. */
export function PageSection({ number, title, id, children, isFullWidth = false, attributes }: PageSectionProps) {
  const headingId = `${id ?? `sheet-${number}`}-title`;
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={styles.section}
      data-part="section"
      {...attributes}
    >
      <div className={styles.margin} data-part="section-margin">
        {title && (
          <div className={styles.label}>
            <span className={styles.number} data-part="section-number" aria-hidden="true">
              {typeof number === 'number' ? String(number).padStart(2, '0') : number}
            </span>
            <h2 id={headingId} dir="auto" className={styles.title}>
              {title}
            </h2>
          </div>
        )}
      </div>
      <div className={isFullWidth ? styles.fullWidth : styles.content} data-part="section-content">
        {children}
      </div>
    </section>
  );
}
