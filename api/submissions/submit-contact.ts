import { type ContactForm, sourcePath } from '../../contract/contact-form.ts';
import type { ApiContext } from '../context.ts';
import { toE164 } from './phone.ts';
import { type Mail, storeSubmission } from './store.ts';

/** A header holds one line: whatever breaks a line becomes a space (RFC 5322, section 2.2). */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function mailsAbout(form: ContactForm, company: { name: string; inbox: string }, reference: string): Mail[] {
  const details = [
    ['Name', form.name],
    ['E-mail', form.email],
    ['Company', form.company],
    ['Telephone', [form.countryCode, form.contactNumber].filter(Boolean).join(' ')],
    ['Page', sourcePath(form.pathName)],
  ];
  const lines = details.filter(([, value]) => value).map(([name, value]) => `${name}: ${oneLine(String(value))}`);
  return [
    {
      recipient: form.email,
      replyTo: company.inbox,
      subject: `We have your message (${reference})`,
      body: `Thank you for writing to ${company.name}.\n\nYour message has reached us; its reference is ${reference}. A person reads it and answers.\n\nYou wrote:\n\n${form.message}\n`,
    },
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Message ${reference} from ${oneLine(form.name)}`,
      body: `${lines.join('\n')}\n\n${form.message}\n`,
    },
  ];
}

/** Stores a contact message with its two mails; answers the reference. Errors as `storeSubmission`. */
export async function submitContact(ctx: ApiContext, form: ContactForm): Promise<{ reference: string; error: null }> {
  const { name, email, message, company = null, contactNumber = null, countryCode, pathName, key } = form;
  const { reference } = await storeSubmission(
    ctx,
    {
      kind: 'CONTACT',
      idempotencyKey: key,
      name,
      email,
      message,
      company,
      contactNumber: contactNumber && [countryCode, contactNumber].filter(Boolean).join(' '),
      phone: contactNumber && toE164(contactNumber, countryCode),
      sourcePath: sourcePath(pathName) ?? null,
    },
    (made) => mailsAbout(form, ctx.company, made),
  );
  return { reference, error: null };
}
