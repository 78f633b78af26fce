import { Ellipsis } from 'lucide-react';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './phone-bar.module.css';
import { listRailItems } from './rail-items.ts';
import { RailLink } from './rail-link.tsx';

/** How many screens stand in the bar. */
const barSize = 4;

/** Renders the navigation of a phone: a bar at the bottom with four screens, and the others behind More. */
export function PhoneBar({ user }: { user: CurrentUser }) {
  const items = listRailItems(user.role);
  const inBar = items
    .filter(({ phoneRank }) => phoneRank !== undefined)
    .sort((a, b) => (a.phoneRank ?? 0) - (b.phoneRank ?? 0))
    .slice(0, barSize);
  const others = items.filter((item) => !inBar.includes(item));
  return (
    <nav aria-label="Studio" className={styles.bar}>
      <ul className={styles.items}>
        {inBar.map((item) => (
          <li key={item.path} className={styles.item}>
            <RailLink item={item} />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Menu
          side="above"
          className={styles.button}
          button={
            <>
              <Icon of={Ellipsis} />
              More
            </>
          }
        >
          <PaletteButton />
          <ul className={styles.others}>
            {others.map((item) => (
              <li key={item.path}>
                <RailLink item={item} />
              </li>
            ))}
          </ul>
          <AccountMenu user={user} theme="theme-phone" />
        </Menu>
      </div>
    </nav>
  );
}
