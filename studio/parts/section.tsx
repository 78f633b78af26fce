import { type ReactNode, useId } from 'react';
import form from './form.module.css';
import styles from './section.module.css';

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
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
