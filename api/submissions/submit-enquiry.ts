import type { EnquiryForm } from '../../contract/enquiry-form.ts';
import type { Submitted } from '../../contract/submission-shapes.ts';
import type { ApiContext, Caller } from '../context.ts';
import { fileDetails, fileNotes } from '../files/describe.ts';
import { type LinkedFile, linkFiles } from '../files/link.ts';
import { answerSubmitted } from './challenge.ts';
import { detailLines, greeting, notYouNote, oneLine, senderDetails } from './mail-text.ts';
import { mergeEnquiry, type OpenEnquiries } from './merge-enquiry.ts';
import { senderColumns } from './sender-columns.ts';
import { type Mail, storeSubmission } from './store.ts';

type Company = ApiContext['company'];

function aboutLines(form: EnquiryForm, { siteUrl }: Company): string {
  return detailLines([
    ['About', siteUrl() + form.subject],
    ['Persona', form.persona],
    ['Interests', form.interests?.join(', ')],
    ['Place', [form.city, form.region, form.country].filter(Boolean).join(', ')],
  ]);
}

/**
 * Returns the mails to the sender and to the company. That this person asked before is told by mail alone: an answer would
 * tell anyone. The sender's mail names no enquiry of another address, for anybody can type another's telephone number.
 */
function mailsAbout(
  form: EnquiryForm,
  company: Company,
  { reference, own, into, files }: OpenEnquiries & { reference: string; files: LinkedFile[] },
): Mail[] {
  const about = aboutLines(form, company);
  const said = form.message ? `\n\n${form.message}` : '';
  const warning =
    into && into !== own
      ? `\n\nEnquiry ${into} has the same telephone number and another e-mail address. Make sure that both come from one person before you answer one about the other.`
      : '';
  const receipt = own
    ? `You have asked us about this before, so we added your enquiry ${reference} to your open enquiry ${own}. One person reads both and answers them together.`
    : `Your enquiry has reached us; its reference is ${reference}. A person reads it and answers.`;
  return [
    {
      recipient: form.email,
      replyTo: company.inbox,
      subject: own ? `Added to your open enquiry ${own}` : `We have your enquiry (${reference})`,
      body: `${greeting(form.name)}\n\nThank you for your interest in ${company.name}. ${receipt}\n\n${fileNotes(files, form.lostFiles)}${notYouNote}\n`,
    },
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Enquiry ${reference} from ${oneLine(form.name)}${into ? `, added to ${into}` : ''}`,
      body: `${detailLines([...senderDetails(form), ...fileDetails(files, form.lostFiles)])}\n${about}${said}${warning}\n`,
    },
  ];
}

/**
 * Stores a business enquiry with its two mails; answers its reference. An enquiry of somebody who has an open one about
 * the same subject is stored as well and added to that one, which the answer does not tell. Errors as `storeSubmission`.
 */
export async function submitEnquiry(ctx: ApiContext, form: EnquiryForm, caller: Caller): Promise<Submitted> {
  const sender = senderColumns(form);
  const { subject, message = '', interests = [], persona, country, region, city } = form;
  const places = { country: country ?? null, region: region ?? null, city: city ?? null };
  const submission = {
    kind: 'ENQUIRY' as const,
    ...sender,
    ...places,
    message,
    subject,
    persona: persona ?? null,
    interests,
  };
  const reference = await storeSubmission(
    ctx,
    { sent: form, caller },
    submission,
    async (tx, { id, reference: stored }) => {
      const open = await mergeEnquiry(tx, { id, email: form.email, phone: sender.phone, subject });
      const files = await linkFiles(tx, id, form.files);
      return mailsAbout(form, ctx.company, { reference: stored, ...open, files });
    },
  );
  return answerSubmitted(ctx, reference);
}
