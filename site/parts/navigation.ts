import { entryTypes } from '../../contract/entry-types.ts';

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

/** The header's and the footer's links, in the order a visitor asks: what is it, what does it cost, what do they know. */
export const navigationGroups: NavigationGroup[] = [
  {
    label: 'Work',
    links: [
      { href: entryTypes.SERVICE.listPath, label: 'What we do' },
      { href: entryTypes.PLAN.listPath, label: 'Our plans' },
      { href: entryTypes.MICROSERVICE.listPath, label: 'Microservices' },
    ],
  },
  {
    label: 'Read',
    links: [
      { href: entryTypes.BLOG.listPath, label: 'Articles' },
      { href: entryTypes.TRIVIA.listPath, label: 'Trivia' },
      { href: entryTypes.INFOGRAPHIC.listPath, label: 'Infographics' },
    ],
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
