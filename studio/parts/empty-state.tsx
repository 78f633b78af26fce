import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { type StateDrawing, stateDrawings } from './state-drawings.tsx';

/** Renders what a screen or a panel without content shows: a drawing, why it is empty, and what to do next. */
export function EmptyState({
  drawing,
  title,
  action,
  isSmall = false,
  isHeading = false,
  children,
}: {
  drawing: StateDrawing;
  title: string;
  action?: ReactNode;
  isSmall?: boolean;
  /** Whether the title is the heading of the screen. */
  isHeading?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={styles.state} data-small={isSmall || undefined} data-empty>
      {!isSmall && (
        <svg viewBox="0 0 120 80" width="120" height="80" aria-hidden="true" className={styles.drawing}>
          {stateDrawings[drawing]}
        </svg>
      )}
      {isHeading ? <h1 className={styles.heading}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
