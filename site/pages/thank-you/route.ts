import { definePage } from '../../page.ts';
import { ThankYouView } from './view.tsx';

/**
 * One screen at both thank-you addresses (specification, section 2). Anyone can open them, so without a submission the
 * page claims no success.
 */
export const page = definePage<null>({
  loader: async () => null,
  View: ThankYouView,
  head: () => ({
    title: 'Thank you',
    description: 'What happens with a message to us, and where to go from here.',
    canonical: '/thank-you',
    noindex: true,
  }),
  cache: () => 'never',
});
