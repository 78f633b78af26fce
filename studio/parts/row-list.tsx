import type { ReactNode } from 'react';
import { Link } from 'react-router';
import form from './form.module.css';
import styles from './row-list.module.css';

/** Returns the address of a field of an entry in its editor; for a text also of its line. */
export const getFieldAddress = ({ id, path, line }: { id: number; path: string; line?: number | null }) =>
  `/studio/content/${id}#${path}${line ? `:${line}` : ''}`;

export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  );
}

/** Renders a row of a list: a link that covers the row, and what stands before and after its name. */
export function Row({
  to,
  lead,
  title,
  note,
  end,
}: {
  to: string;
  /** A state or a person before the name. */
  lead?: ReactNode;
  title: ReactNode;
  /** More about it, in one line that may be cut. */
  note?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      {lead && <span className={styles.lead}>{lead}</span>}
      <span className={styles.main}>
        <Link to={to} dir="auto" className={`${form.cover} ${styles.title}`}>
          {title}
        </Link>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </li>
  );
}
