import { Ellipsis, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { Link, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { countLimit } from '../../contract/studio/message-kinds.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { type ShellData, StudioSettingsContext, shellId } from '../context.ts';
import { setRailFolded, useRailFolded } from '../device.ts';
import { useMessageNews } from '../message-news.ts';
import { preloadPalette, usePalette } from '../palette/use-palette.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';
import { Initials } from './initials.tsx';
import { Menu } from './menu.tsx';
import styles from './palette-button.module.css';
import phoneBarStyles from './phone-bar.module.css';
import railStyles from './rail.module.css';
import { getRailAddress, listRailItems, type RailItem, railCounts, railGroups } from './rail-items.ts';
import railLinkStyles from './rail-link.module.css';
import { findRailPath } from './title.ts';

/** Renders the button that opens the command palette. Without JavaScript the content list has the search. */
function PaletteButton() {
  return (
    <button
      type="button"
      className={styles.button}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={usePalette()}
    >
      <Icon of={Search} />
      <span className={styles.label}>Search or go to</span>
      <span aria-hidden="true" className={styles.key}>
        Ctrl K
      </span>
    </button>
  );
}

/** Formats a count, which the server counts up to a limit only. */
const formatCapped = (count: number) => (count >= countLimit ? `${countLimit - 1}+` : count);

/** Renders a row of the rail, or of the bar of a phone: icon, name, and how much work waits there. */
function RailLink({ item }: { item: RailItem }) {
  const shell = useRouteLoaderData<ShellData>(shellId);
  const address = getRailAddress(item);
  const { pathname } = useLocation();
  const railPath = findRailPath(useMatches());
  const isInside = item.path !== '' && pathname.startsWith(`${address}/`);
  const isCurrent = railPath === null ? pathname === address || isInside : item.path === railPath;
  const news = useMessageNews();
  const count = item.count === 'messages' && news ? news.counts.open : item.count && shell?.counts[item.count];
  return (
    <Link to={address} aria-current={isCurrent ? 'page' : undefined} className={railLinkStyles.link}>
      <Icon of={item.icon} />
      <span className={railLinkStyles.label}>{item.label}</span>
      {item.count && count !== undefined && count > 0 && (
        <span className={railLinkStyles.count}>
          {formatCapped(count)}
          <span className="visually-hidden"> {railCounts[item.count].noun}</span>
        </span>
      )}
    </Link>
  );
}

function FoldButton() {
  const isFolded = useRailFolded();
  const name = isFolded ? 'Open the navigation' : 'Fold the navigation';
  return (
    <button
      type="button"
      className={railStyles.fold}
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
  const navigation = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a low window the row of the screen may lie below the others.
  useEffect(() => {
    if (pathname) navigation.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <header className={railStyles.rail}>
      <div className={railStyles.head}>
        <p className={railStyles.name}>
          {siteName} <span className={railStyles.studio}>Studio</span>
        </p>
        <FoldButton />
      </div>
      <div className={railStyles.search}>
        <PaletteButton />
      </div>
      <nav ref={navigation} aria-label="Studio" className={railStyles.navigation}>
        {[null, ...railGroups].map((group) => {
          const own = items.filter((item) => item.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group} className={railStyles.group}>
              {group && <p className={railStyles.caption}>{group}</p>}
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
      <div className={railStyles.own}>
        <Menu
          side="above"
          className={railStyles.user}
          button={
            <>
              <Initials name={user.name} />
              <bdi className={railStyles.person}>{user.name}</bdi>
            </>
          }
        >
          <AccountMenu user={user} theme="theme" />
        </Menu>
      </div>
    </header>
  );
}

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
    <nav aria-label="Studio" className={phoneBarStyles.bar}>
      <ul className={phoneBarStyles.items}>
        {inBar.map((item) => (
          <li key={item.path} className={phoneBarStyles.item}>
            <RailLink item={item} />
          </li>
        ))}
      </ul>
      <div className={phoneBarStyles.more}>
        <Menu
          side="above"
          className={phoneBarStyles.button}
          button={
            <>
              <Icon of={Ellipsis} />
              More
            </>
          }
        >
          <PaletteButton />
          <ul className={phoneBarStyles.others}>
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
