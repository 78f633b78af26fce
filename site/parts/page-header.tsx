import type { ReactNode } from 'react';
import { type Breadcrumb, Breadcrumbs } from './breadcrumbs.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  lede?: string | null;
  /** A short caption above the title: the kind of page, a category, a date. */
  kicker?: ReactNode;
  breadcrumbs?: readonly Breadcrumb[];
}

/** Renders the top of a page with its only h1, which gets the focus after a navigation. */
export function PageHeader({ title, lede, kicker, breadcrumbs }: PageHeaderProps) {
  return (
    <header className={styles.header} data-part="page-header">
      {breadcrumbs && <Breadcrumbs trail={breadcrumbs} />}
      {kicker && (
        <p className={styles.kicker} data-part="label">
          {kicker}
        </p>
      )}
      <h1 tabIndex={-1} dir="auto" className={styles.title}>
        {title}
      </h1>
      {lede && (
        <p dir="auto" className={styles.lede}>
          {lede}
        </p>
      )}
    </header>
  );
}
