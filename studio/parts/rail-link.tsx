import { Link, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { type ShellData, shellId } from '../context.ts';
import { Icon } from './icon.tsx';
import { getRailAddress, type RailItem, railCounts } from './rail-items.ts';
import styles from './rail-link.module.css';
import { findRailPath } from './title.ts';

/** Renders a row of the rail, or of the bar of a phone: icon, name, and how much work waits there. */
export function RailLink({ item }: { item: RailItem }) {
  const shell = useRouteLoaderData<ShellData>(shellId);
  const address = getRailAddress(item);
  const { pathname } = useLocation();
  const railPath = findRailPath(useMatches());
  const isInside = item.path !== '' && pathname.startsWith(`${address}/`);
  const isCurrent = railPath === null ? pathname === address || isInside : item.path === railPath;
  const count = item.count && shell?.counts[item.count];
  return (
    <Link to={address} discover="none" aria-current={isCurrent ? 'page' : undefined} className={styles.link}>
      <Icon of={item.icon} />
      <span className={styles.label}>{item.label}</span>
      {item.count && count && (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {railCounts[item.count].noun}</span>
        </span>
      )}
    </Link>
  );
}
