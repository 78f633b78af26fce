import type { Client } from '../../../contract/client.ts';
import { bookingForm, consultationRequestForm } from '../../../contract/consultation-form.ts';
import type { Submitted } from '../../../contract/submission-shapes.ts';
import { filledFields, type Values } from '../../forms/filled-fields.ts';
import type { Outcome } from '../../forms/outcome.ts';
import { answerChallenge } from '../../forms/proof-of-work.ts';
import { checkForm, sendForm } from '../../forms/submit.ts';
import type { ActionArgs } from '../../page.ts';
import { addressOf, type Done, thankYouPath } from '../../parts/consultation-address.ts';

type Act = (args: ActionArgs, values: Values) => Promise<Outcome>;

/** Milliseconds for which a booking waits for its proof of work, so that the next page can say that it is booked. */
const longestProof = 5_000;

async function thank(
  client: Client,
  { reference, challenge, manage }: Submitted & { manage?: string },
): Promise<Outcome> {
  // Here on the server there is no script, and nobody to do the work.
  if (typeof window !== 'undefined') {
    const proof = answerChallenge(client, challenge);
    if (manage) await Promise.race([proof, new Promise((resolve) => setTimeout(resolve, longestProof))]);
  }
  // A backend may answer without a reference: the page then claims nothing.
  if (!reference) return { to: thankYouPath };
  return { to: `${thankYouPath}?${new URLSearchParams({ reference, ...(manage ? { manage } : {}) })}` };
}

/** A form's fields without what only the page needs, with the key a script gave it or else one of its content. */
function withKey({ intent: _intent, ...values }: Values, key: string): Values {
  return { ...values, key: values.key ?? key };
}

const hold: Act = async ({ client, settings, url }, { slot = '', timeZone = '', hold: before }) => {
  const answer = await sendForm(
    { intent: 'hold', slot },
    () => client.call('holdConsultation', { slot, timeZone, hold: before }),
    settings.supportEmail,
  );
  if ('refusal' in answer) return answer;
  const { searchParams } = url;
  const place = { zone: searchParams.get('zone'), from: searchParams.get('from'), hold: answer.hold };
  return { to: `${addressOf(place)}#details` };
};

const book: Act = async ({ client, settings, key }, values) => {
  const checked = checkForm(bookingForm, withKey(values, key), ['name', 'email', 'slot']);
  if ('refusal' in checked) return { refusal: { ...checked.refusal, values } };
  const answer = await sendForm(
    values,
    (proof) => client.call('bookConsultation', { ...checked.form, ...proof }),
    settings.supportEmail,
  );
  return 'refusal' in answer ? answer : thank(client, answer);
};

const request: Act = async ({ client, settings, key }, values) => {
  const checked = checkForm(consultationRequestForm, withKey(values, key), ['name', 'email', 'message']);
  if ('refusal' in checked) return { refusal: { ...checked.refusal, values } };
  const answer = await sendForm(
    values,
    (proof) => client.call('requestConsultation', { ...checked.form, ...proof }),
    settings.supportEmail,
  );
  return 'refusal' in answer ? answer : thank(client, answer);
};

/** Sends a change of an appointment; its page then says what was done. */
async function change(
  { settings, url }: ActionArgs,
  { intent = '', manage = '' }: Values,
  done: Done,
  send: () => Promise<object>,
): Promise<Outcome> {
  const answer = await sendForm({ intent }, send, settings.supportEmail);
  if ('refusal' in answer) return answer;
  return { to: `${addressOf({ manage, zone: url.searchParams.get('zone'), done })}#done` };
}

const cancel: Act = (args, values) =>
  change(args, values, 'cancelled', () => args.client.call('cancelConsultation', { manage: values.manage ?? '' }));

const confirm: Act = (args, values) =>
  change(args, values, 'confirmed', () => args.client.call('confirmConsultation', { manage: values.manage ?? '' }));

function moveTo(done: Done): Act {
  return (args, values) => {
    const { manage = '', slot = '', timeZone = '' } = values;
    return change(args, values, done, () => args.client.call('moveConsultation', { manage, slot, timeZone }));
  };
}

const acts: Record<string, Act> = {
  hold,
  book,
  request,
  cancel,
  confirm,
  move: moveTo('moved'),
  // Of an appointment that waits for its confirmation, a move is the confirmation.
  'confirm-at': moveTo('confirmed'),
};

/** Does what one of the page's forms asks for, on the server without JavaScript and in the browser with it. */
export async function actOnConsultation(args: ActionArgs): Promise<Outcome> {
  const values = filledFields(args.form);
  const act = acts[values.intent ?? ''];
  if (act) return act(args, values);
  const message = 'This form is not whole. Please reload the page and try again.';
  return { refusal: { status: 400, message, fields: [], values, requestId: null } };
}
