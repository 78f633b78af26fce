import { definePage } from '../../page.ts';
import { ThankYouView } from './view.tsx';

/**
 * Both thank-you addresses (specification, section 2). Anyone can open them, so without a submission the page claims
 * no success.
 */
export const page = definePage<{ isConsultation: boolean }>({
  loader: async ({ url }) => ({ isConsultation: url.pathname.startsWith('/book-a-free-consultation') }),
  View: ThankYouView,
  head: ({ isConsultation }) => ({
    title: 'Thank you',
    description: 'What happens with a message to us, and where to go from here.',
    canonical: isConsultation ? '/book-a-free-consultation-thank-you' : '/thank-you',
    noindex: true,
  }),
  cache: () => 'never',
});
