import type { ReactNode } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  /** Name of the content for screen readers. */
  label: string;
  /** Id of a text that describes the content. */
  describedBy?: string;
  children: ReactNode;
  className?: string;
}

/** Renders a box that scrolls sideways if its content is wider than the page, with the keyboard too. */
export function ScrollBox({ label, describedBy, children, className }: ScrollBoxProps) {
  const name = className ? `${styles.box} ${className}` : styles.box;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the box
    <section aria-label={label} aria-describedby={describedBy} tabIndex={0} className={name}>
      {children}
    </section>
  );
}
