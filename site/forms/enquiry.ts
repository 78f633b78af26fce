import type { Client } from '../../contract/client.ts';
import { enquiryForm } from '../../contract/enquiry-form.ts';
import type { ActionArgs } from '../page.ts';
import { type BusinessAnswer, businessRequests, checkEmailPhone, refusalText } from './business-requests.ts';
import type { Outcome, Refusal } from './outcome.ts';
import { checkForm, filledFields, sendForm, type Values } from './submit.ts';
import { thankYouAddress } from './thank-you-address.ts';

/** Checks an enquiry; several interests travel in a form as one text, comma between, and in the API as a list. */
function checkEnquiry(values: Values, key: string) {
  const { interests, ...others } = values;
  const typed = { ...others, key, ...(interests ? { interests: interests.split(',') } : {}) };
  return checkForm(enquiryForm, values, ['name', 'email', 'subject'], typed);
}

function refusalOf(text: string, values: Values): Refusal {
  return { status: 422, message: text, fields: [], values, requestId: null };
}

/** From the browser: the reference, a refusal to be shown, or nothing where the call failed (specification, section 8). */
export async function sendEnquiry(
  client: Client,
  values: Values,
  key: string,
): Promise<BusinessAnswer | { refusal: Refusal } | undefined> {
  const checked = checkEnquiry(values, key);
  if ('refusal' in checked) return checked;
  // The specification's client asks this too. What it answers is the same for everyone, so nothing waits for it.
  void checkEmailPhone(client, checked.form);
  const answer = await businessRequests(client, checked.form);
  if (!answer) return undefined;
  const refused = refusalText(answer);
  return refused ? { refusal: refusalOf(refused, values) } : answer;
}

/** From a page without JavaScript: on to the thank-you page, or the form again with what was typed and why. */
export async function takeEnquiry({ client, settings, form, key }: ActionArgs): Promise<Outcome> {
  const values = filledFields(form);
  const checked = checkEnquiry(values, key);
  if ('refusal' in checked) return checked;
  const answer = await sendForm(values, () => client.call('submitEnquiry', checked.form), settings.supportEmail);
  if ('refusal' in answer) return answer;
  const refused = refusalText(answer);
  return refused ? { refusal: refusalOf(refused, values) } : { to: thankYouAddress(answer.reference, values) };
}
