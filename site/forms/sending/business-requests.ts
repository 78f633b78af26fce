import type { EnquiryInput } from '../../../contract/forms/enquiry-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import type { Client } from '../../../contract/http/client.ts';
import type { SubmissionArgs } from '../submission.ts';
import { sendWithKeyAndProof } from './proof-of-work.ts';

/** The answer to an enquiry. Our backend never refuses with 2xx; a foreign one may, and then `error` says why. */
export type BusinessAnswer = Omit<Submitted, 'error'> & { error: unknown };

/**
 * Returns the result of a call. A failure is logged without any typed text, and the result is then undefined
 * (specification, sections 7 and 8).
 */
async function logFailure<T>(
  name: string,
  call: Promise<T>,
  onFailure?: (error: unknown) => void,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    console.error(`${name} failed:`, error);
    onFailure?.(error);
    return undefined;
  }
}

/**
 * Sends the business enquiry (specification, section 7). An answer with an `error` is a refusal. `onFailure` receives
 * the error of a failed call, so that a page can show why the server refused.
 */
export function createBusinessRequests(
  args: SubmissionArgs,
  form: Omit<EnquiryInput, 'key'>,
  onFailure?: (error: unknown) => void,
): Promise<BusinessAnswer | undefined> {
  return logFailure(
    'business-requests',
    sendWithKeyAndProof(args, (fields) => args.client.call('submitEnquiry', { ...form, ...fields })),
    onFailure,
  );
}

/**
 * Sends the specification's duplicate check (section 7), always with its three parameters. Our backend answers everyone
 * alike.
 */
export function checkEmailPhone(
  client: Client,
  { email, contactNumber = '', countryCode = '' }: Pick<EnquiryInput, 'email' | 'contactNumber' | 'countryCode'>,
): Promise<{ error: unknown } | undefined> {
  return logFailure('check-email-phone', client.call('checkEmailPhone', { email, contactNumber, countryCode }));
}

/** Returns the text of a refusal; null if the answer is no refusal. */
export function getRefusalText({ error }: { error: unknown }): string | null {
  if (!error) return null;
  const message = typeof error === 'object' && 'message' in error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message : 'Your enquiry was not accepted.';
}
