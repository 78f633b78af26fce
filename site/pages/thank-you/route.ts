import type { Client } from '../../../contract/client.ts';
import type { Appointment } from '../../../contract/consultation-shapes.ts';
import { withoutFiles } from '../../forms/thank-you-address.ts';
import { definePage } from '../../page.ts';
import { type ThankYou, ThankYouView } from './view.tsx';

/** A reference that is really stored; for anything else the page makes no claim. */
async function storedReference(client: Client, reference: string | null): Promise<string | null> {
  if (!reference) return null;
  return client.call('receipt', { reference }).then(
    (receipt) => receipt.reference,
    () => null,
  );
}

/** When the consultation of a reference is; null for a request without a time. */
function appointmentOf(client: Client, reference: string): Promise<Appointment | null> {
  return client.call('consultationReceipt', { reference }).catch(() => null);
}

/**
 * One screen at both thank-you addresses (specification, section 2). Anyone can open them, so without a submission the
 * page claims no success.
 */
export const page = definePage<ThankYou>({
  loader: async ({ url, client }) => {
    const reference = await storedReference(client, url.searchParams.get('reference'));
    const isConsultation = url.pathname === '/book-a-free-consultation-thank-you';
    return {
      reference,
      isWithoutFiles: url.searchParams.has(withoutFiles),
      appointment: reference && isConsultation ? await appointmentOf(client, reference) : null,
    };
  },
  View: ThankYouView,
  head: () => ({
    title: 'Thank you',
    description: 'What happens with a message to us, and where to go from here.',
    canonical: '/thank-you',
    noindex: true,
  }),
  cache: () => 'never',
});
