import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import styles from './page.module.css';

/**
 * Renders a screen. One line above the content says where one is (`parent` and `title`), how things stand (`state`),
 * and what can be done (`actions`, the main one last). `width`: `wide` for lists, `text` for forms and texts.
 */
export function ScreenLayout({
  title,
  parent,
  state,
  actions,
  width = 'wide',
  hasOwnTitle = false,
  children,
}: {
  title: string;
  /** The screen above this one. */
  parent?: { to: string; label: string } | undefined;
  state?: ReactNode;
  actions?: ReactNode;
  width?: 'wide' | 'text';
  /** Whether the content begins with the title, so that a phone need not show it twice. */
  hasOwnTitle?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.where}>
          {parent && (
            <p className={styles.parent}>
              <Link to={parent.to} dir="auto" className={styles.up}>
                {parent.label}
              </Link>
              <Icon of={ChevronRight} />
            </p>
          )}
          <h1 dir="auto" className={styles.title} data-repeated={hasOwnTitle || undefined}>
            {title}
          </h1>
          {state && <div className={styles.state}>{state}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.content} data-width={width}>
        {children}
      </div>
    </div>
  );
}
