import type { ActionArgs } from '../page.ts';
import { refusalText } from './business-requests.ts';
import { checkEnquiry, refusalWith } from './enquiry.ts';
import { filledFields } from './filled-fields.ts';
import { offerTowns } from './offer-towns.ts';
import type { Outcome } from './outcome.ts';
import { sendForm } from './submit.ts';
import { thankYouAddress } from './thank-you-address.ts';

/** Takes an enquiry sent without JavaScript: on to the thank-you page, or the form again with what was typed and why. */
export async function takeEnquiry({ client, settings, form, key }: ActionArgs): Promise<Outcome> {
  const { find, ...values } = filledFields(form);
  if (find) return { refusal: await offerTowns(client, values) };
  const checked = checkEnquiry(values, key);
  if ('refusal' in checked) return checked;
  const answer = await sendForm(values, () => client.call('submitEnquiry', checked.form), settings.supportEmail);
  if ('refusal' in answer) return answer;
  const refused = refusalText(answer);
  return refused ? { refusal: refusalWith(refused, values) } : { to: thankYouAddress(answer.reference, values) };
}
