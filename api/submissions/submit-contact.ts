import type { ContactForm } from '../../contract/contact-form.ts';
import type { ContactSubmitted } from '../../contract/submission-shapes.ts';
import type { ApiContext, Caller } from '../context.ts';
import { fileDetails, fileNotes } from '../files/describe.ts';
import { type LinkedFile, linkFiles } from '../files/link.ts';
import { answerSubmitted } from './challenge.ts';
import { detailLines, greeting, notYouNote, oneLine, senderDetails } from './mail-text.ts';
import { senderColumns } from './sender-columns.ts';
import { type Mail, storeSubmission } from './store.ts';

function mailsAbout(form: ContactForm, { company }: ApiContext, reference: string, files: LinkedFile[]): Mail[] {
  return [
    {
      recipient: form.email,
      replyTo: company.inbox,
      subject: `We have your message (${reference})`,
      body: `${greeting(form.name)}\n\nThank you for writing to ${company.name}. Your message has reached us; its reference is ${reference}. A person reads it and answers.\n\n${fileNotes(files, form.lostFiles)}${notYouNote}\n`,
    },
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Message ${reference} from ${oneLine(form.name)}`,
      body: `${detailLines([...senderDetails(form), ...fileDetails(files, form.lostFiles)])}\n\n${form.message}\n`,
    },
  ];
}

/** Stores a contact message with its two mails; answers the reference and what was submitted. Errors as `storeSubmission`. */
export async function submitContact(ctx: ApiContext, form: ContactForm, caller: Caller): Promise<ContactSubmitted> {
  const submission = { kind: 'CONTACT' as const, ...senderColumns(form), message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, stored) =>
    mailsAbout(form, ctx, stored.reference, await linkFiles(tx, stored.id, form.files)),
  );
  const { key: _key, homepage: _homepage, fillTime: _measured, proof: _work, ...submitted } = form;
  return { ...(await answerSubmitted(ctx, reference)), submitted };
}
