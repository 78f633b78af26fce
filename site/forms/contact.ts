import type { Client } from '../../contract/client.ts';
import { type ContactForm, contactForm } from '../../contract/contact-form.ts';
import type { Values } from './filled-fields.ts';
import { checkForm, sendForm } from './submit.ts';

export function checkContact(values: Values) {
  return checkForm(contactForm, values, ['name', 'email', 'message']);
}

export function sendContact(client: Client, { key, ...values }: ContactForm, supportEmail: string) {
  const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
  return sendForm(typed, () => client.call('submitContact', { ...values, key }), supportEmail);
}
