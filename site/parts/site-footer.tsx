import { use } from 'react';
import { useLocation } from 'react-router';
import { MenuPagesContext, SiteSettingsContext } from '../settings.ts';
import { CareersLink } from './careers.tsx';
import { ConsentPrompt } from './consent-prompt.tsx';
import { Link } from './link.tsx';
import { consultationLink, getFooterLinks, getNavigationGroups } from './navigation.ts';
import styles from './site-footer.module.css';
import { SupportMail } from './support-mail.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Renders the footer with links to every page of the site, laid out like the title block of a drawing. */
export function SiteFooter() {
  const { company, siteUrl } = use(SiteSettingsContext);
  const menuPages = use(MenuPagesContext);
  const { pathname } = useLocation();
  return (
    <footer className={styles.footer}>
      <div className={styles.block}>
        <div className={styles.title}>
          <p className={styles.caption}>Title</p>
          <p className={styles.name}>{company.name}</p>
          <p className={styles.line}>{company.claim}</p>
          <ThemeSwitch />
        </div>
        <nav aria-label="Footer" className={styles.columns}>
          {getNavigationGroups(menuPages).map((group) => (
            <div key={group.label}>
              <p className={styles.caption}>{group.label}</p>
              <ul className={styles.links}>
                {group.links.map(({ href, label }) => (
                  <li key={href}>
                    <Link dir="auto" to={href}>
                      {label}
                    </Link>
                  </li>
                ))}
                {group.label === 'Company' && (
                  <li>
                    <CareersLink />
                  </li>
                )}
                {group.label === 'Read' && (
                  <li>
                    <a href="/feed.xml">RSS feed</a>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
        <div className={styles.contact}>
          <p className={styles.caption}>Questions</p>
          <p>
            <SupportMail />
          </p>
          {company.telephone && (
            <p>
              <a href={`tel:${company.telephone.replaceAll(' ', '')}`}>{company.telephone}</a>
            </p>
          )}
          <p>
            <Link to={consultationLink.href}>{consultationLink.label}</Link>
          </p>
        </div>
        <ul className={styles.small}>
          {getFooterLinks(menuPages).map(({ href, label }) => (
            <li key={href}>
              <Link dir="auto" to={href}>
                {label}
              </Link>
            </li>
          ))}
          <li className={styles.address}>{siteUrl.replace(/^https?:\/\//, '')}</li>
        </ul>
        <p className={styles.company}>{company.legalDetails}</p>
        {/* The prompt appears after hydration, so it is last and shifts no content. */}
        <ConsentPrompt key={pathname} />
      </div>
    </footer>
  );
}
