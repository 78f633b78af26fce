import { type ReactNode, useId } from 'react';
import form from './form.module.css';
import styles from './panel.module.css';
import sectionStyles from './section.module.css';

/**
 * Renders a part of a screen in a frame, under its heading. `action` stands beside the heading; `isPadded` keeps its
 * content away from the frame.
 */
export function Panel({
  title,
  count,
  action,
  isPadded = false,
  isShown = true,
  children,
}: {
  title: string;
  count?: number | undefined;
  action?: ReactNode;
  isPadded?: boolean;
  isShown?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  if (!isShown) return null;
  return (
    <section aria-labelledby={id} className={styles.panel}>
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

/** Renders a part of a screen under its heading; nothing if it is not shown. */
export function Section({
  title,
  isShown = true,
  children,
}: {
  title: string;
  isShown?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  if (!isShown) return null;
  return (
    <section aria-labelledby={id} className={form.stack}>
      <h2 id={id} className={sectionStyles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
