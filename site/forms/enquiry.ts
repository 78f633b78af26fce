import { type Client, isApiFailure } from '../../contract/client.ts';
import { enquiryForm } from '../../contract/enquiry-form.ts';
import { type BusinessAnswer, businessRequests, checkEmailPhone, refusalText } from './business-requests.ts';
import type { Values } from './filled-fields.ts';
import type { Refusal } from './outcome.ts';
import { answerChallenge } from './proof-of-work.ts';
import { checkForm, refusalOf } from './submit.ts';

/** Checks an enquiry; several interests travel in a form as one text, comma between, and in the API as a list. */
export function checkEnquiry(values: Values, key: string) {
  const { interests, ...others } = values;
  const typed = { ...others, key, ...(interests ? { interests: interests.split(',') } : {}) };
  return checkForm(enquiryForm, values, ['name', 'email', 'subject'], typed);
}

/** A refusal that says a text, about no field. */
export function refusalWith(text: string, values: Values): Refusal {
  return { status: 422, message: text, fields: [], values, requestId: null };
}

/**
 * From the browser: the reference, a refusal to be shown, or nothing where the call failed (specification, section 8). A 4xx
 * is a refusal: the call reached the server, which says what to change or when to try again.
 */
export async function sendEnquiry(
  client: Client,
  values: Values,
  key: string,
  supportEmail: string,
): Promise<BusinessAnswer | { refusal: Refusal } | undefined> {
  const checked = checkEnquiry(values, key);
  if ('refusal' in checked) return checked;
  // The specification's client asks this too. What it answers is the same for everyone, so nothing waits for it.
  void checkEmailPhone(client, checked.form);
  let failure: unknown;
  const answer = await businessRequests(client, checked.form, (error) => {
    failure = error;
  });
  if (!answer) {
    const isRefused = isApiFailure(failure) && failure.kind === 'client';
    return isRefused ? { refusal: refusalOf(failure, values, supportEmail) } : undefined;
  }
  const refused = refusalText(answer);
  if (refused) return { refusal: refusalWith(refused, values) };
  void answerChallenge(client, answer.challenge);
  return answer;
}
