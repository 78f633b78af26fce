import type { FormWords } from '../../../contract/content/form-schemas.ts';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import { type Client, isApiFailure } from '../../../contract/http/client.ts';
import { withoutFilesParameter } from '../../parts/thank-you-address.ts';
import { loadForms } from '../../settings.ts';
import type { SectionArgs } from '../section.ts';

/** Returns whether an address has the reference of a booked or requested consultation. */
function hasConsultationReference({ pathname, searchParams }: URL): boolean {
  return pathname === '/book-a-free-consultation-thank-you' && searchParams.has('reference');
}

export interface ReceiptData {
  /** The reference of the stored submission; null without one. */
  reference: string | null;
  /** Why the reference in the address has no submission; null if it has one, or if the address has no reference. */
  unknown: 'NOT_STORED' | 'NOT_LOOKED_UP' | null;
  /** Whether this installation sends mails. Without a mail server the page promises none. */
  sendsMail: boolean;
  /** Whether files of the form could not be stored. */
  isWithoutFiles: boolean;
  /** The booked consultation: with a valid `manage` token all of it, with the reference alone its time. */
  consultation: ConsultationReceipt | Appointment | null;
  /** The token that moves and cancels the consultation; only the browser that booked has it. */
  manage: string | null;
  words: ReceiptWords;
}

/** What the setting `forms` says after a form was sent. `consultation` is what the company calls one. */
export type ReceiptWords = FormWords['receipt'] & { consultation: string };

/** Loads the consultation of a token; null if the consultation has another reference. */
async function loadOwnConsultation(
  client: Client,
  reference: string,
  manage: string | null,
): Promise<Appointment | null> {
  if (!manage) return null;
  const found = await client.call('consultationDetails', { manage }).catch(() => null);
  return found?.reference === reference ? found : null;
}

/** Loads the submission of the reference in the address. */
export async function loadReceipt({ url, client, signal }: SectionArgs): Promise<ReceiptData> {
  const requested = url.searchParams.get('reference');
  let receipt: Awaited<ReturnType<typeof client.call<'receipt'>>> | null = null;
  let unknown: ReceiptData['unknown'] = null;
  if (requested) {
    try {
      receipt = await client.call('receipt', { reference: requested });
    } catch (error) {
      const isAnswered = isApiFailure(error) && (error.status === 404 || error.status === 400);
      unknown = isAnswered ? 'NOT_STORED' : 'NOT_LOOKED_UP';
    }
  }
  const { receipt: words, consultation } = await loadForms(client, { signal });
  const reference = receipt?.reference ?? null;
  const isConsultation = reference !== null && receipt?.hasConsultation && hasConsultationReference(url);
  const manage = isConsultation ? url.searchParams.get('manage') : null;
  const own = isConsultation ? await loadOwnConsultation(client, reference, manage) : null;
  return {
    reference,
    unknown,
    sendsMail: receipt?.sendsMail ?? false,
    isWithoutFiles: url.searchParams.has(withoutFilesParameter),
    consultation:
      own ?? (isConsultation ? await client.call('consultationReceipt', { reference }).catch(() => null) : null),
    manage: own ? manage : null,
    words: { ...words, consultation: consultation.name },
  };
}
