import type { ActionArgs } from '../page.ts';
import { checkContact, sendContact } from './contact.ts';
import { filledFields } from './filled-fields.ts';
import type { Outcome } from './outcome.ts';
import { thankYouAddress } from './thank-you-address.ts';

/** Takes a message sent without JavaScript: on to the thank-you page, or the form again with what was typed and why. */
export async function takeContact({ client, settings, form, key }: ActionArgs): Promise<Outcome> {
  const values = filledFields(form);
  const checked = checkContact({ ...values, key });
  if ('refusal' in checked) return { refusal: { ...checked.refusal, values } };
  const answer = await sendContact(client, checked.form, settings.supportEmail);
  return 'refusal' in answer ? answer : { to: thankYouAddress(answer.reference, values) };
}
