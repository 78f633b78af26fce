import { type FocusEvent, type ReactNode, useState } from 'react';
import styles from './phone-disclosure.module.css';

interface PhoneDisclosureProps {
  summary: string;
  isOpenAtFirst?: boolean;
  /** Whether the content extends to the edges of the page frame. */
  isFullWidth?: boolean;
  children: ReactNode;
}

// Opens on focus inside, so that a window that becomes narrow does not hide the field that the visitor is typing in.
function openAround(event: FocusEvent<HTMLDetailsElement>): void {
  if (event.target.tagName !== 'SUMMARY') event.currentTarget.open = true;
}

/**
 * Renders content that a narrow window shows only after a press on the summary. Wider windows and paper show it at
 * once, where the browser supports that.
 */
export function PhoneDisclosure({
  summary,
  isOpenAtFirst = false,
  isFullWidth = false,
  children,
}: PhoneDisclosureProps) {
  // Later renders do not close what the visitor opened.
  const [isOpen] = useState(isOpenAtFirst);
  return (
    <details className={styles.disclosure} open={isOpen} onFocus={openAround}>
      <summary className={isFullWidth ? `${styles.summary} ${styles.inset}` : styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
