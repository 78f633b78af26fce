import type { ReactNode } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  /** What is in the box, for who comes upon it with the keyboard. */
  label: string;
  children: ReactNode;
  className?: string;
}

/** Holds what may be wider than the page: it scrolls by itself, with the keyboard too, and the page does not. */
export function ScrollBox({ label, children, className }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, what stands off the edge is out of the keyboard's reach
    <section aria-label={label} tabIndex={0} className={className ? `${styles.box} ${className}` : styles.box}>
      {children}
    </section>
  );
}
