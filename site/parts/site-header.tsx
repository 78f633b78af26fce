import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { MenuGroup as Group, MenuLink as HeaderLink } from '../../contract/content/menu-schemas.ts';
import { SiteSettingsContext } from '../settings.ts';
import brandStyles from './brand.module.css';
import { Link } from './link.tsx';
import { MainAction } from './main-action.tsx';
import { MenuItem } from './menu-item.tsx';
import { isCurrentLink } from './navigation.ts';
import { SearchLink } from './search-link.tsx';
import styles from './site-header.module.css';

/** Renders a link that is marked as current on its page and on every page below it. */
function MenuLink({ link, className }: { link: HeaderLink; className: string | undefined }) {
  const { pathname } = useLocation();
  return <MenuItem link={link} className={className} isCurrent={isCurrentLink(link, pathname)} />;
}

const getKey = ({ to, label }: HeaderLink) => `${to} ${label}`;

function MenuLinks({ links }: { links: readonly HeaderLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={getKey(link)}>
          <MenuLink link={link} className={styles.menuLink} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the items of the header beside each other: links, and groups that open. In a header of two lines they stand
 * in the second, so they come last in the document too, and the Tab key follows what is seen.
 */
function WideMenu({ header }: { header: readonly (Group | HeaderLink)[] }) {
  const items = header.flatMap((item): (Group | HeaderLink)[] =>
    'items' in item && item.inline ? item.items : [item],
  );
  return (
    <nav aria-label="Main" className={styles.desktopMenu}>
      <ul className={styles.menuGroups}>
        {items.map((item) =>
          'items' in item ? (
            <li key={item.label}>
              <details name="site-menu" className={styles.dropdown}>
                <summary className={styles.topLink}>{item.label}</summary>
                <div className={styles.dropdownPanel}>
                  <MenuLinks links={item.items} />
                </div>
              </details>
            </li>
          ) : (
            <li key={getKey(item)}>
              <MenuLink link={item} className={styles.topLink} />
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** Puts links that stand beside each other without a group into one. */
function toSections(header: readonly (Group | HeaderLink)[]): { label?: string; items: HeaderLink[] }[] {
  const sections: { label?: string; items: HeaderLink[] }[] = [];
  for (const item of header) {
    const last = sections.at(-1);
    if ('items' in item) sections.push(item);
    else if (last && last.label === undefined) last.items.push(item);
    else sections.push({ items: [item] });
  }
  return sections;
}

function findOpenMenus(header: HTMLElement | null): HTMLDetailsElement[] {
  return [...(header?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
}

/** Renders the logo and the site's name as a link to Home. The logo is a W under a dimension line. */
function Brand() {
  const { name, logo } = use(SiteSettingsContext).company;
  return (
    <Link to="/" className={brandStyles.brand} aria-label={`${name}, home`}>
      {logo ? (
        <img
          src={logo.path}
          width={logo.width}
          height={logo.height}
          alt=""
          className={brandStyles.logo}
          data-part="brand-mark"
        />
      ) : (
        <svg
          viewBox="0 0 36 36"
          width="30"
          height="30"
          aria-hidden="true"
          className={brandStyles.mark}
          data-part="brand-mark"
        >
          <path d="M4 3v30M32 3v30" className={brandStyles.witness} />
          <path d="M4 9h28M8.5 6 4 9l4.5 3M27.5 6 32 9l-4.5 3" className={brandStyles.length} />
          <path d="M9.5 17l4.25 13L18 19.5 22.25 30 26.5 17" className={brandStyles.letter} />
        </svg>
      )}
      <span className={brandStyles.name} data-part="brand-name">
        {name}
      </span>
    </Link>
  );
}

/**
 * Renders the header. Its menus are native disclosures, so they open without JavaScript. JavaScript closes them on
 * Escape, on a click elsewhere and after a navigation.
 */
export function SiteHeader() {
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const { header: lines, menus } = use(SiteSettingsContext);
  const { header: items } = menus;

  // Hydration must not close a menu that the visitor opened before, so only another location closes menus.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    for (const details of findOpenMenus(header.current)) details.open = false;
  }, [key]);

  useEffect(() => {
    function closeOutside(event: PointerEvent) {
      for (const details of findOpenMenus(header.current)) {
        if (!details.contains(event.target as Node)) details.open = false;
      }
    }
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    for (const details of findOpenMenus(header.current)) {
      details.open = false;
      details.querySelector('summary')?.focus();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Escape key event bubbles from the controls inside
    <header className={styles.header} ref={header} onKeyDown={closeOnEscape}>
      <div className={styles.bar} data-part="header-bar">
        <Brand />
        {lines === 'one-line' && <WideMenu header={items} />}
        <SearchLink className={styles.searchLink}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
          </svg>
          <span>Search</span>
        </SearchLink>
        <MainAction className={styles.consultationLink} />
        <details name="site-menu" className={styles.mobileMenu}>
          <summary className={styles.mobileMenuButton}>Menu</summary>
          <nav aria-label="All pages" className={styles.mobilePanel}>
            {toSections(items).map(({ label, items: links }) =>
              label === undefined ? (
                <MenuLinks key={links[0]?.to} links={links} />
              ) : (
                <section key={label} aria-label={label}>
                  <p className={styles.groupTitle}>{label}</p>
                  <MenuLinks links={links} />
                </section>
              ),
            )}
            <MainAction className={styles.mobileConsultationLink} />
          </nav>
        </details>
        {lines === 'two-lines' && <WideMenu header={items} />}
      </div>
    </header>
  );
}
