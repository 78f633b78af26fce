import type { SectionPageName } from '../../page.ts';
import { loadActions } from '../../sections/consultation-form/load-actions.ts';
import { createSectionPage, enquiryAction, sectionParameters } from './create-section-page.ts';
import { home } from './home.tsx';
import { loadFixedPage, loadNamedPage, loadThankYou } from './load.ts';

/** The pages of sections. They differ in how their forms are handled, and in what they read from their address. */
export const pages = {
  home,
  contact: createSectionPage({
    loader: (args) => loadFixedPage(args, 'contact-us'),
    // Only for forms sent without JavaScript. In the browser, contact-form.tsx calls the API itself.
    action: import.meta.env.SSR
      ? async (args) => (await import('../../forms/sending/send-contact.ts')).sendContact(args)
      : undefined,
    parameters: sectionParameters,
  }),
  // Never cached, so it declares no parameters: the free times change at any moment.
  consultation: createSectionPage({
    loader: (args) => loadFixedPage(args, 'book-a-free-consultation'),
    action: async (args) => (await loadActions()).handleConsultationForm(args),
    reloadsAfterRefusal: true,
  }),
  'thank-you': createSectionPage({ loader: loadThankYou }),
  /** A page whose address belongs to the specification. */
  fixed: createSectionPage({
    loader: (args) => loadFixedPage(args, args.url.pathname.slice(1)),
    action: enquiryAction,
    parameters: sectionParameters,
  }),
  /** A page at the address of its slug. */
  named: createSectionPage({ loader: loadNamedPage, action: enquiryAction, parameters: sectionParameters }),
} satisfies Record<SectionPageName, unknown>;
