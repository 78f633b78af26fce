import type { ReactNode } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  /** What is in the box, for who comes upon it with the keyboard. */
  label: string;
  /** Id of a text that says more about it. */
  describedBy?: string;
  children: ReactNode;
  className?: string;
}

/** Holds what may be wider than the page: it scrolls by itself, with the keyboard too, and the page does not. */
export function ScrollBox({ label, describedBy, children, className }: ScrollBoxProps) {
  const name = className ? `${styles.box} ${className}` : styles.box;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, what stands off the edge is out of the keyboard's reach
    <section aria-label={label} aria-describedby={describedBy} tabIndex={0} className={name}>
      {children}
    </section>
  );
}
