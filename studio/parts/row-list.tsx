import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './row-list.module.css';

/** Renders a list of rows. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  );
}

/**
 * Renders a row of a list: a link that covers the row, what stands before and after its name, and acts that appear
 * when the row is pointed at or has the focus.
 */
export function Row({
  to,
  lead,
  title,
  note,
  end,
  acts,
  isStrong = false,
  isCurrent = false,
}: {
  to: string;
  /** A state or a person before the name. */
  lead?: ReactNode;
  title: ReactNode;
  /** More about it, in one line that may be cut. */
  note?: ReactNode;
  end?: ReactNode;
  acts?: ReactNode;
  /** Whether the name is bold, such as that of an unread message. */
  isStrong?: boolean;
  /** Whether the row is the one that is open beside the list. */
  isCurrent?: boolean;
}) {
  return (
    <li className={styles.row} data-strong={isStrong || undefined} data-current={isCurrent || undefined}>
      {lead && <span className={styles.lead}>{lead}</span>}
      <span className={styles.main}>
        <Link to={to} discover="none" dir="auto" className={styles.title} aria-current={isCurrent || undefined}>
          {title}
        </Link>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
      {acts && <span className={styles.acts}>{acts}</span>}
    </li>
  );
}
