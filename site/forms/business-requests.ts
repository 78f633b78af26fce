import type { Client } from '../../contract/client.ts';
import type { EnquiryForm } from '../../contract/enquiry-form.ts';
import type { Submitted } from '../../contract/submission-shapes.ts';
import { sendWithProofOfWork } from './proof-of-work.ts';

/** What a backend answers; ours never refuses with 2xx, another may, and then `error` says why. */
export type BusinessAnswer = Omit<Submitted, 'error'> & { error: unknown };

/** A failed call is logged and answers nothing (specification, sections 7 and 8); what was typed is in no log. */
async function logged<T>(what: string, call: Promise<T>, onFailure?: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    console.error(`${what} failed:`, error);
    onFailure?.(error);
    return undefined;
  }
}

/**
 * Sends the business enquiry (specification, section 7). An answer whose `error` is set is a refusal. `onFailure` is given what
 * a failed call rejected with, so that a page can show why the server refused.
 */
export function businessRequests(
  client: Client,
  form: EnquiryForm,
  onFailure?: (error: unknown) => void,
): Promise<BusinessAnswer | undefined> {
  return logged(
    'business-requests',
    sendWithProofOfWork((proof) => client.call('submitEnquiry', { ...form, ...proof })),
    onFailure,
  );
}

/** The specification's duplicate check (section 7), always with its three parameters. Our backend answers the same for everyone. */
export function checkEmailPhone(
  client: Client,
  { email, contactNumber = '', countryCode = '' }: Pick<EnquiryForm, 'email' | 'contactNumber' | 'countryCode'>,
): Promise<{ error: unknown } | undefined> {
  return logged('check-email-phone', client.call('checkEmailPhone', { email, contactNumber, countryCode }));
}

/** What a refusal says to a person; null where the answer is none. */
export function refusalText({ error }: { error: unknown }): string | null {
  if (!error) return null;
  const message = typeof error === 'object' && 'message' in error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message : 'Your enquiry was not taken.';
}
