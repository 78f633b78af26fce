import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Brand } from './brand.tsx';
import { CareersLink } from './careers.tsx';
import { Link } from './link.tsx';
import { consultationLink, type NavigationGroup, navigationGroups } from './navigation.ts';
import { SearchLink } from './search-link.tsx';
import styles from './site-header.module.css';

/** A link that says when it leads to the page that is shown, or to the list it belongs to. */
function MenuLink({ href, label, className }: { href: string; label: string; className: string | undefined }) {
  const { pathname } = useLocation();
  const isHere = pathname === href || pathname.startsWith(`${href}/`);
  return (
    <Link to={href} className={className} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  );
}

function Group({ group }: { group: NavigationGroup }) {
  return (
    <ul>
      {group.links.map(({ href, label }) => (
        <li key={href}>
          <MenuLink href={href} label={label} className={styles.link} />
        </li>
      ))}
      {group.label === 'Company' && (
        <li>
          <CareersLink className={styles.link} />
        </li>
      )}
    </ul>
  );
}

/**
 * Groups open as native disclosures, so keyboard, touch and a browser without JavaScript all can; JavaScript only adds
 * that they close on Escape, on a press elsewhere and after a navigation.
 */
export function SiteHeader() {
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();

  function openOnes(): HTMLDetailsElement[] {
    return [...(header.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
  }

  // What a visitor opened before the page was hydrated stays open: only another location closes it.
  const shownKey = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what it waits for
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    for (const details of openOnes()) details.open = false;
  }, [key]);

  useEffect(() => {
    function closeOutside(event: PointerEvent) {
      for (const details of header.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) {
        if (!details.contains(event.target as Node)) details.open = false;
      }
    }
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    for (const details of openOnes()) {
      details.open = false;
      details.querySelector('summary')?.focus();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the controls inside
    <header className={styles.header} ref={header} onKeyDown={closeOnEscape}>
      <div className={styles.bar}>
        <Brand />
        <nav aria-label="Main" className={styles.wide}>
          <ul className={styles.groups}>
            {navigationGroups[0]?.links.map(({ href, label }) => (
              <li key={href}>
                <MenuLink href={href} label={label} className={styles.top} />
              </li>
            ))}
            {navigationGroups.slice(1).map((group) => (
              <li key={group.label}>
                <details name="site-menu" className={styles.group}>
                  <summary className={styles.top}>{group.label}</summary>
                  <div className={styles.panel}>
                    <Group group={group} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </nav>
        <SearchLink className={styles.search}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
          </svg>
          <span>Search</span>
        </SearchLink>
        <Link to={consultationLink.href} className={styles.action}>
          {consultationLink.label}
        </Link>
        <details name="site-menu" className={styles.menu}>
          <summary className={styles.menuButton}>Menu</summary>
          <nav aria-label="All pages" className={styles.sheet}>
            {navigationGroups.map((group) => (
              <section key={group.label} aria-label={group.label}>
                <p className={styles.caption}>{group.label}</p>
                <Group group={group} />
              </section>
            ))}
            <Link to={consultationLink.href} className={styles.sheetAction}>
              {consultationLink.label}
            </Link>
          </nav>
        </details>
      </div>
    </header>
  );
}
