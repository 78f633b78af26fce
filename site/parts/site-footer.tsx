import { use } from 'react';
import { useLocation } from 'react-router';
import { mailPurposes } from '../../contract/content/mail-purposes.ts';
import type { MenuLink } from '../../contract/content/menu-schemas.ts';
import { type SiteSettings, SiteSettingsContext } from '../settings.ts';
import { ConsentPrompt } from './consent-prompt.tsx';
import { MainAction } from './main-action.tsx';
import { MenuItem } from './menu-item.tsx';
import styles from './site-footer.module.css';
import { SupportMail } from './support-mail.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const purposeLabels = {
  enquiries: 'Enquiries',
  support: 'Support',
  press: 'Press',
  privacy: 'Privacy',
  careers: 'Careers',
} as const satisfies Record<(typeof mailPurposes)[number], string>;

type Address = NonNullable<SiteSettings['company']['addresses']>[number];

const formatAddress = ({ label, street, locality, region, postalCode, country }: Address) =>
  [label, street, locality, region, postalCode, country].filter(Boolean).join(', ');

function FooterLinks({ links }: { links: readonly MenuLink[] }) {
  return links.map((link) => (
    <li key={`${link.to} ${link.label}`}>
      <MenuItem link={link} />
    </li>
  ));
}

/** Renders the footer with links to every page of the site, laid out like the title block of a drawing. */
export function SiteFooter() {
  const { company, menus, siteUrl, supportEmail } = use(SiteSettingsContext);
  const { pathname } = useLocation();
  return (
    <footer className={styles.footer}>
      <div className={styles.block} data-part="footer">
        <div className={styles.title}>
          <p className={styles.caption} data-part="name-label">
            Title
          </p>
          <p className={styles.name}>{company.name}</p>
          <p className={styles.line}>{company.claim}</p>
          <ThemeSwitch />
        </div>
        <nav aria-label="Footer" className={styles.columns}>
          {menus.footer.map(({ label, items }) => (
            <div key={label}>
              <p className={styles.caption}>{label}</p>
              <ul className={styles.links}>
                <FooterLinks links={items} />
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
          {mailPurposes.map((purpose) => {
            const email = company.emails?.[purpose];
            return (
              email &&
              email !== supportEmail && (
                <p key={purpose}>
                  {purposeLabels[purpose]}: <a href={`mailto:${email}`}>{email}</a>
                </p>
              )
            );
          })}
          <p>
            <MainAction />
          </p>
        </div>
        <ul className={styles.small}>
          <FooterLinks links={menus.legal} />
          <li className={styles.address}>{siteUrl.replace(/^https?:\/\//, '')}</li>
        </ul>
        <div className={styles.company}>
          <p>{[company.legalDetails, company.registerNumber].filter(Boolean).join(', ')}</p>
          {company.addresses?.map((address) => (
            <p key={JSON.stringify(address)} dir="auto">
              {formatAddress(address)}
            </p>
          ))}
        </div>
        {/* The prompt appears after hydration, so it is last and shifts no content. */}
        <ConsentPrompt key={pathname} />
      </div>
    </footer>
  );
}
