import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  lede?: string | null;
  /** A short caption above the title: the kind of page, a category, a date. */
  kicker?: ReactNode;
  breadcrumbs?: readonly Crumb[];
  /** What belongs beside or below the title: actions, facts. */
  children?: ReactNode;
}

/** The head of a page with its one h1, to which focus moves after a navigation. */
export function PageHeader({ title, lede, kicker, breadcrumbs, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {breadcrumbs && <Breadcrumbs trail={breadcrumbs} />}
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      <h1 tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lede && <p className={styles.lede}>{lede}</p>}
      {children}
    </header>
  );
}
