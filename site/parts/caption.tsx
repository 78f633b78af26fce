import type { ReactNode } from 'react';
import styles from './caption.module.css';

interface CaptionProps {
  /** Parts of the line; empty ones are left out. */
  parts: readonly ReactNode[];
  className: string | undefined;
}

/** Renders a line such as type, category and date of an entry, or nothing if every part is empty. */
export function Caption({ parts, className }: CaptionProps) {
  const shown = parts.filter((part) => part);
  if (shown.length === 0) return null;
  return (
    <p className={`${styles.caption} ${className}`} data-part="label">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
        <span key={index} dir="auto">
          {part}
        </span>
      ))}
    </p>
  );
}
