import { entryTypes, type TypeWithPages } from '../../contract/content/entry-types.ts';
import type { MenuPage } from './menu-pages.ts';

export interface NavigationLink {
  href: string;
  label: string;
  /** The prefixes of the paths of pages below this one; by default the page's own path and a slash. */
  below?: readonly string[];
}

/** Returns whether a link leads to the page `pathname`, or to a page above it. */
export function isCurrentLink({ href, below = [`${href}/`] }: NavigationLink, pathname: string): boolean {
  return pathname === href || below.some((path) => pathname.startsWith(path));
}

export interface NavigationGroup {
  label: string;
  links: NavigationLink[];
}

export const consultationLink: NavigationLink = {
  href: '/book-a-free-consultation',
  label: 'Book a free consultation',
};

/** Returns the address of the contact page for a link on the page `pathname`, which the message then names. */
export function getContactAddress(pathname: string): string {
  return `/contact-us?pathName=${encodeURI(pathname)}`;
}

export const searchPath = '/search';

type ListedType = {
  [T in TypeWithPages]: (typeof entryTypes)[T]['listPath'] extends string ? T : never;
}[TypeWithPages];

/** Returns the link to the list of a type; its label is the heading of the list. */
export function getListLink(type: ListedType): NavigationLink {
  const { listPath, itemPath, categoryPath, plural } = entryTypes[type];
  return { href: listPath, label: plural, below: categoryPath ? [itemPath, categoryPath] : [itemPath] };
}

/** Apps have no list of their own and are shown below another list, see `listedUnder`. */
const appsLink: NavigationLink = {
  href: `${entryTypes[entryTypes.APP.listedUnder].listPath}#${entryTypes.APP.folder}`,
  label: entryTypes.APP.plural,
  below: [entryTypes.APP.itemPath],
};

/**
 * The links of header and footer that every installation has. Services and prices come first, because visitors look for
 * them most.
 */
export const navigationGroups: NavigationGroup[] = [
  {
    label: 'Work',
    links: [getListLink('SERVICE'), getListLink('PLAN'), getListLink('MICROSERVICE'), appsLink],
  },
  {
    label: 'Read',
    links: [getListLink('BLOG'), getListLink('TRIVIA'), getListLink('INFOGRAPHIC')],
  },
  {
    label: 'Company',
    links: [
      { href: '/about-us', label: 'About us' },
      { href: '/why-us', label: 'Why us' },
      { href: '/wse-legacy', label: 'Our legacy' },
      { href: '/contact-us', label: 'Contact us' },
    ],
  },
];

/** Returns the links of header and footer. Pages of the company's menu stand before its last link, the contact page. */
export function getNavigationGroups(menuPages: readonly MenuPage[]): NavigationGroup[] {
  return navigationGroups.map(({ label, links }) => {
    const pages = label === 'Company' ? menuPages.filter(({ menu }) => menu === 'company') : [];
    const added = pages.filter(({ href }) => !links.some((link) => link.href === href));
    return { label, links: [...links.slice(0, -1), ...added, ...links.slice(-1)] };
  });
}

/** Address of the section in which visitors see and remove what the site stores on their device. */
export const storedDataPath = '/privacy-policy#stored';

/** The links that only the footer has, on every installation. */
const footerLinks: NavigationLink[] = [
  { href: '/privacy-policy', label: 'Privacy policy' },
  { href: storedDataPath, label: 'Stored on this device' },
  { href: '/terms-of-service', label: 'Terms of service' },
  { href: '/api/docs', label: 'API reference' },
];

/** Returns the links that only the footer has: those of editors come first. */
export function getFooterLinks(menuPages: readonly MenuPage[]): NavigationLink[] {
  const pages = menuPages.filter(({ menu }) => menu === 'footer');
  return [...pages.filter(({ href }) => !footerLinks.some((link) => link.href === href)), ...footerLinks];
}
