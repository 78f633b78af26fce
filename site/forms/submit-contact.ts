import { type Client, isApiFailure } from '../../contract/client.ts';
import { type ContactForm, contactForm } from '../../contract/contact-form.ts';
import { failureText } from './failure-text.ts';
import type { Refusal } from './outcome.ts';

export type Submitted = { reference: string } | { refusal: Refusal };

/** Field name → typed text; what was left empty is no field at all. */
export function filledFields(form: FormData): Record<string, string> {
  const fields = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '');
  return Object.fromEntries(fields);
}

/** Checks what was typed by the shared schema: the form, or what is wrong with it. */
export function checkContact(values: Record<string, string>): { form: ContactForm } | { refusal: Refusal } {
  const parsed = contactForm.safeParse({ name: '', email: '', message: '', ...values });
  if (parsed.success) return { form: parsed.data };
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { refusal: { status: 422, message: 'Some fields need another look.', fields, values, requestId: null } };
}

/** Sends a checked form; whatever goes wrong comes back as a text for a person, with what was typed. */
export async function sendContact(client: Client, form: ContactForm, supportEmail: string): Promise<Submitted> {
  try {
    return { reference: (await client.call('submitContact', form)).reference };
  } catch (error) {
    const known = isApiFailure(error) ? error : null;
    const { key: _key, ...values } = form;
    return {
      refusal: {
        status: known?.status ?? 503,
        message: failureText(error, supportEmail),
        fields: known?.fields ?? [],
        values,
        requestId: known?.requestId ?? null,
      },
    };
  }
}
