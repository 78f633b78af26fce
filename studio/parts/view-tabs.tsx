import { Link, useLocation } from 'react-router';
import styles from './view-tabs.module.css';

/** A saved view of a list: a name for parameters of its address. */
export interface SavedView {
  label: string;
  query: Readonly<Record<string, string>>;
  /** How many rows it shows. */
  count?: number;
}

/**
 * Renders the saved views of a list as tabs above it. Each is a link, which keeps the other parameters of the address.
 * The current one is that whose parameters the address has, and none of those by which the other views differ.
 */
export function ViewTabs({ label, views }: { label: string; views: readonly SavedView[] }) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const names = new Set(views.flatMap(({ query }) => Object.keys(query)));
  return (
    <nav aria-label={label} className={styles.tabs}>
      {views.map(({ label: name, query, count }) => {
        const isCurrent = [...names].every((each) => (parameters.get(each) ?? '') === (query[each] ?? ''));
        const others = [...parameters].filter(([each]) => !names.has(each) && each !== 'page');
        const address = new URLSearchParams([...others, ...Object.entries(query)]).toString();
        return (
          <Link
            key={name}
            to={`${pathname}${address && `?${address}`}`}
            preventScrollReset
            aria-current={isCurrent ? 'page' : undefined}
            className={styles.tab}
          >
            {name}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
