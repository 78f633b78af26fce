import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { use } from 'react';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../context.ts';
import { setRailFolded, useRailFolded } from '../device.ts';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';
import { Initials } from './initials.tsx';
import { Menu } from './menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './rail.module.css';
import { listRailItems, railGroups } from './rail-items.ts';
import { RailLink } from './rail-link.tsx';

function FoldButton() {
  const isFolded = useRailFolded();
  const name = isFolded ? 'Open the navigation' : 'Fold the navigation';
  return (
    <button
      type="button"
      className={styles.fold}
      aria-label={name}
      title={name}
      onClick={() => setRailFolded(!isFolded)}
    >
      <Icon of={isFolded ? PanelLeftOpen : PanelLeftClose} />
    </button>
  );
}

/** Renders the navigation at the left of every screen: the company, the screens in groups, and the user. */
export function Rail({ user }: { user: CurrentUser }) {
  const { siteName } = use(StudioSettingsContext);
  const items = listRailItems(user.role);
  return (
    <header className={styles.rail}>
      <div className={styles.head}>
        <p className={styles.name}>
          {siteName} <span className={styles.studio}>Studio</span>
        </p>
        <FoldButton />
      </div>
      <div className={styles.search}>
        <PaletteButton />
      </div>
      <nav aria-label="Studio" className={styles.navigation}>
        {[null, ...railGroups].map((group) => {
          const own = items.filter((item) => item.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group} className={styles.group}>
              {group && <p className={styles.caption}>{group}</p>}
              <ul>
                {own.map((item) => (
                  <li key={item.path}>
                    <RailLink item={item} />
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <div className={styles.own}>
        <Menu
          side="above"
          className={styles.user}
          button={
            <>
              <Initials name={user.name} />
              <bdi className={styles.person}>{user.name}</bdi>
            </>
          }
        >
          <AccountMenu user={user} theme="theme" />
        </Menu>
      </div>
    </header>
  );
}
