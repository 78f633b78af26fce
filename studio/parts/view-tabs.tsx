import { Link, useLocation } from 'react-router';
import styles from './view-tabs.module.css';

/** A tab: a screen, or a list with parameters. */
export interface SavedView {
  label: string;
  /** The path of the view, if it is a screen of its own beside that of the others. */
  path?: string;
  query?: Readonly<Record<string, string>>;
  /** How many rows it shows. */
  count?: number;
}

/**
 * Renders tabs above a screen. Each is a link, which keeps the other parameters of the address unless it leads to
 * another screen. The current one has the path of the address, and its value of each parameter that any tab names.
 */
export function ViewTabs({ label, views }: { label: string; views: readonly SavedView[] }) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const names = new Set(views.flatMap(({ query = {} }) => Object.keys(query)));
  return (
    <nav aria-label={label} className={styles.tabs}>
      {views.map(({ label: name, path = pathname, query = {}, count }) => {
        const isCurrent =
          path === pathname && [...names].every((each) => (parameters.get(each) ?? '') === (query[each] ?? ''));
        const others = path === pathname ? [...parameters].filter(([each]) => !names.has(each) && each !== 'page') : [];
        const address = new URLSearchParams([...others, ...Object.entries(query)]).toString();
        return (
          <Link
            key={name}
            to={`${path}${address && `?${address}`}`}
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
