import { definePage } from '../../page.ts';
import { loadConsultationModule } from './consultation-module.ts';
import { isOfConsultation, loadThankYou, type ThankYou } from './load.ts';
import { ThankYouView } from './view.tsx';

/**
 * One screen at both thank-you addresses (specification, section 2). Anyone can open them, so without a submission the
 * page claims no success.
 */
export const page = definePage<ThankYou>({
  loader: loadThankYou,
  preloadModules: (url) => (isOfConsultation(url) ? loadConsultationModule() : null),
  View: ThankYouView,
  head: ({ manage }) => ({
    title: 'Thank you',
    description: 'What happens with a message to us, and where to go from here.',
    canonical: '/thank-you',
    noindex: true,
    isPrivate: manage !== null,
  }),
  cache: () => 'never',
});
