import { Link, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { countLimit } from '../../contract/studio/message-kinds.ts';
import { type ShellData, shellId } from '../context.ts';
import { useMessageNews } from '../message-news.ts';
import { Icon } from './icon.tsx';
import { getRailAddress, type RailItem, railCounts } from './rail-items.ts';
import styles from './rail-link.module.css';
import { findRailPath } from './title.ts';

/** Formats a count, which the server counts up to a limit only. */
const formatCapped = (count: number) => (count >= countLimit ? `${countLimit - 1}+` : count);

/** Renders a row of the rail, or of the bar of a phone: icon, name, and how much work waits there. */
export function RailLink({ item }: { item: RailItem }) {
  const shell = useRouteLoaderData<ShellData>(shellId);
  const address = getRailAddress(item);
  const { pathname } = useLocation();
  const railPath = findRailPath(useMatches());
  const isInside = item.path !== '' && pathname.startsWith(`${address}/`);
  const isCurrent = railPath === null ? pathname === address || isInside : item.path === railPath;
  const news = useMessageNews();
  const count = item.count === 'messages' && news ? news.counts.open : item.count && shell?.counts[item.count];
  return (
    <Link to={address} aria-current={isCurrent ? 'page' : undefined} className={styles.link}>
      <Icon of={item.icon} />
      <span className={styles.label}>{item.label}</span>
      {item.count && count !== undefined && count > 0 && (
        <span className={styles.count}>
          {formatCapped(count)}
          <span className="visually-hidden"> {railCounts[item.count].noun}</span>
        </span>
      )}
    </Link>
  );
}
