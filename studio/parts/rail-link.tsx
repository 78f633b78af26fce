import { NavLink, useRouteLoaderData } from 'react-router';
import { type ShellData, shellId } from '../context.ts';
import { Icon } from './icon.tsx';
import { getRailAddress, type RailItem, railCounts } from './rail-items.ts';
import styles from './rail-link.module.css';

/** Renders a row of the rail, or of the bar of a phone: icon, name, and how much work waits there. */
export function RailLink({ item }: { item: RailItem }) {
  const shell = useRouteLoaderData<ShellData>(shellId);
  const count = item.count && shell?.counts[item.count];
  return (
    <NavLink to={getRailAddress(item)} end={item.path === ''} discover="none" className={styles.link}>
      <Icon of={item.icon} />
      <span className={styles.label}>{item.label}</span>
      {item.count && count && (
        <span className={styles.count}>
          {count}
          <span className="visually-hidden"> {railCounts[item.count].noun}</span>
        </span>
      )}
    </NavLink>
  );
}
