import { type Client, isApiFailure } from '../../../contract/client.ts';
import type { Appointment, ReceiptOfConsultation } from '../../../contract/consultation-shapes.ts';
import { withoutFiles } from '../../forms/thank-you-address.ts';
import type { PageArgs } from '../../page.ts';

/** Whether an address names what a booked or requested consultation was answered with. */
export function isOfConsultation({ pathname, searchParams }: URL): boolean {
  return pathname === '/book-a-free-consultation-thank-you' && searchParams.has('reference');
}

export interface ThankYou {
  /** Of the submission that led here; null on a direct visit. */
  reference: string | null;
  /** Why the reference of the address is not known; null where it is known, and where the address has none. */
  unknown: 'NOT_STORED' | 'NOT_LOOKED_UP' | null;
  /** Whether mails leave this installation: without a mail server the page promises none. */
  sendsMail: boolean;
  /** It went without files that our store did not take. */
  isWithoutFiles: boolean;
  /** The consultation that was booked with it, if one was; as its own browser sees it, or as anybody with the reference. */
  consultation: ReceiptOfConsultation | Appointment | null;
  /** The token of the browser that booked, by which the consultation is moved and cancelled. */
  manage: string | null;
}

/** The consultation of a token, where it is the one of the reference; null for any other. */
async function ownConsultation(client: Client, reference: string, manage: string | null): Promise<Appointment | null> {
  if (!manage) return null;
  const found = await client.call('consultationDetails', { manage }).catch(() => null);
  return found?.reference === reference ? found : null;
}

/** Reads what became of a form; for a reference that is not stored the page makes no claim. */
export async function loadThankYou({ url, client }: PageArgs): Promise<ThankYou> {
  const asked = url.searchParams.get('reference');
  let receipt: Awaited<ReturnType<typeof client.call<'receipt'>>> | null = null;
  let unknown: ThankYou['unknown'] = null;
  if (asked) {
    try {
      receipt = await client.call('receipt', { reference: asked });
    } catch (error) {
      const isAnswered = isApiFailure(error) && (error.status === 404 || error.status === 400);
      unknown = isAnswered ? 'NOT_STORED' : 'NOT_LOOKED_UP';
    }
  }
  const reference = receipt?.reference ?? null;
  const isConsultation = reference !== null && receipt?.hasConsultation && isOfConsultation(url);
  const manage = isConsultation ? url.searchParams.get('manage') : null;
  const own = isConsultation ? await ownConsultation(client, reference, manage) : null;
  return {
    reference,
    unknown,
    sendsMail: receipt?.sendsMail ?? false,
    isWithoutFiles: url.searchParams.has(withoutFiles),
    consultation:
      own ?? (isConsultation ? await client.call('consultationReceipt', { reference }).catch(() => null) : null),
    manage: own ? manage : null,
  };
}
