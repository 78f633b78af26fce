import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MenuPagesContext, SiteSettingsContext } from '../settings.ts';
import brandStyles from './brand.module.css';
import { CareersLink } from './careers.tsx';
import { Link } from './link.tsx';
import {
  consultationLink,
  getNavigationGroups,
  isCurrentLink,
  type NavigationGroup,
  type NavigationLink,
} from './navigation.ts';
import { SearchLink } from './search-link.tsx';
import styles from './site-header.module.css';

/** Renders a link that is marked as current on its page and on every page below it. */
function MenuLink({ link, className }: { link: NavigationLink; className: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <Link
      dir="auto"
      to={link.href}
      className={className}
      aria-current={isCurrentLink(link, pathname) ? 'page' : undefined}
    >
      {link.label}
    </Link>
  );
}

function MenuGroup({ group }: { group: NavigationGroup }) {
  return (
    <ul>
      {group.links.map((link) => (
        <li key={link.href}>
          <MenuLink link={link} className={styles.menuLink} />
        </li>
      ))}
      {group.label === 'Company' && (
        <li>
          <CareersLink className={styles.menuLink} />
        </li>
      )}
    </ul>
  );
}

function findOpenMenus(header: HTMLElement | null): HTMLDetailsElement[] {
  return [...(header?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
}

/** Renders the logo and the site's name as a link to Home. The logo is a W under a dimension line. */
function Brand() {
  const { name } = use(SiteSettingsContext).company;
  return (
    <Link to="/" className={brandStyles.brand} aria-label={`${name}, home`}>
      <svg viewBox="0 0 36 36" width="30" height="30" aria-hidden="true" className={brandStyles.mark}>
        <path d="M4 3v30M32 3v30" className={brandStyles.witness} />
        <path d="M4 9h28M8.5 6 4 9l4.5 3M27.5 6 32 9l-4.5 3" className={brandStyles.length} />
        <path d="M9.5 17l4.25 13L18 19.5 22.25 30 26.5 17" className={brandStyles.letter} />
      </svg>
      <span className={brandStyles.name}>{name}</span>
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
  const groups = getNavigationGroups(use(MenuPagesContext));

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
      <div className={styles.bar}>
        <Brand />
        <nav aria-label="Main" className={styles.desktopMenu}>
          <ul className={styles.menuGroups}>
            {groups[0]?.links.map((link) => (
              <li key={link.href}>
                <MenuLink link={link} className={styles.topLink} />
              </li>
            ))}
            {groups.slice(1).map((group) => (
              <li key={group.label}>
                <details name="site-menu" className={styles.dropdown}>
                  <summary className={styles.topLink}>{group.label}</summary>
                  <div className={styles.dropdownPanel}>
                    <MenuGroup group={group} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </nav>
        <SearchLink className={styles.searchLink}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
          </svg>
          <span>Search</span>
        </SearchLink>
        <Link to={consultationLink.href} className={styles.consultationLink}>
          {consultationLink.label}
        </Link>
        <details name="site-menu" className={styles.mobileMenu}>
          <summary className={styles.mobileMenuButton}>Menu</summary>
          <nav aria-label="All pages" className={styles.mobilePanel}>
            {groups.map((group) => (
              <section key={group.label} aria-label={group.label}>
                <p className={styles.groupTitle}>{group.label}</p>
                <MenuGroup group={group} />
              </section>
            ))}
            <Link to={consultationLink.href} className={styles.mobileConsultationLink}>
              {consultationLink.label}
            </Link>
          </nav>
        </details>
      </div>
    </header>
  );
}
