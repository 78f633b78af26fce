import type { PageDefinition } from '../../page.ts';
import { consultationModule } from './consultation-module.ts';
import { hasConsultationReference, loadThankYou, type ThankYouData } from './load.ts';
import { ThankYouView } from './view.tsx';

/**
 * The page at both thank-you addresses (specification, section 2). Anyone can open it, so it claims success only with
 * the reference of a stored submission.
 */
export const page: PageDefinition<ThankYouData> = {
  loader: loadThankYou,
  preloadModules: (url) => (hasConsultationReference(url) ? consultationModule.load() : null),
  View: ThankYouView,
  head: ({ manage }) => ({
    title: 'Thank you',
    description: 'What happens with a message to us, and where to go from here.',
    canonical: '/thank-you',
    noindex: true,
    isPrivate: manage !== null,
  }),
  cache: () => 'never',
};
