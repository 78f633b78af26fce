import { type EntryType, entryTypes } from '../../contract/entry-types.ts';

export interface NavigationLink {
  href: string;
  label: string;
}

export interface NavigationGroup {
  label: string;
  links: NavigationLink[];
}

export const consultationLink: NavigationLink = {
  href: '/book-a-free-consultation',
  label: 'Book a free consultation',
};

export const searchPath = '/search';

type ListedType = { [T in EntryType]: (typeof entryTypes)[T]['listPath'] extends string ? T : never }[EntryType];

/** Returns the link to the list of a type, named as its heading is. */
export function listLink(type: ListedType): NavigationLink {
  return { href: entryTypes[type].listPath, label: entryTypes[type].plural };
}

/** The header's and the footer's links, in the order a visitor asks: what is it, what does it cost, what do they know. */
export const navigationGroups: NavigationGroup[] = [
  {
    label: 'Work',
    links: [listLink('SERVICE'), listLink('PLAN'), listLink('MICROSERVICE')],
  },
  {
    label: 'Read',
    links: [listLink('BLOG'), listLink('TRIVIA'), listLink('INFOGRAPHIC')],
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

/** Where a visitor sees and removes what this device keeps. */
export const storedPath = '/privacy-policy#stored';

/** What only the footer carries. */
export const footerLinks: NavigationLink[] = [
  { href: '/privacy-policy', label: 'Privacy policy' },
  { href: storedPath, label: 'Stored on this device' },
  { href: '/terms-of-service', label: 'Terms of service' },
  { href: '/api/docs', label: 'API reference' },
];
