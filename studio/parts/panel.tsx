import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

/** Renders panels side by side where there is room. */
export function PanelGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/**
 * Renders a part of a screen in a frame, under its heading. `action` stands beside the heading; `isWide` takes the
 * whole width of a grid, `isPadded` keeps its content away from the frame.
 */
export function Panel({
  title,
  count,
  action,
  isWide = false,
  isPadded = false,
  isShown = true,
  children,
}: {
  title: string;
  count?: number | undefined;
  action?: ReactNode;
  isWide?: boolean;
  isPadded?: boolean;
  isShown?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  if (!isShown) return null;
  return (
    <section aria-labelledby={id} className={styles.panel} data-wide={isWide || undefined}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {isPadded ? <div className={styles.body}>{children}</div> : children}
    </section>
  );
}
