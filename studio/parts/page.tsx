import type { ReactNode } from 'react';
import styles from './page.module.css';

/** Renders a screen with its title, its actions beside the title, and its content. */
export function ScreenLayout({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 dir="auto">{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
