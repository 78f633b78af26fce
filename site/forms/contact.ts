import type { Client } from '../../contract/client.ts';
import { type ContactForm, contactForm } from '../../contract/contact-form.ts';
import type { Values } from './filled-fields.ts';
import { answerChallenge, type ProofOfWorkField } from './proof-of-work.ts';
import { checkForm, sendForm } from './submit.ts';

export function checkContact(values: Values) {
  return checkForm(contactForm, values, ['name', 'email', 'message']);
}

/** Sends a checked message, and solves the challenge that may come with the answer. */
export async function sendContact(client: Client, { key, ...values }: ContactForm, supportEmail: string) {
  const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
  const send = (proof: ProofOfWorkField) => client.call('submitContact', { ...values, key, ...proof });
  const answer = await sendForm(typed, send, supportEmail);
  if (!('refusal' in answer)) void answerChallenge(client, answer.challenge);
  return answer;
}
