import { eq } from 'drizzle-orm';
import type { EnquiryForm } from '../../contract/enquiry-form.ts';
import type { Submitted } from '../../contract/submission-shapes.ts';
import type { ApiContext } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { fileDetails, fileNotes } from '../files/describe.ts';
import { type LinkedFile, linkFiles } from '../files/link.ts';
import { answerSubmitted } from './challenge.ts';
import { findOpenEnquiry } from './find-open-enquiry.ts';
import { detailLines, oneLine, senderDetails } from './mail-text.ts';
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

/** To the sender and to the company. That this person asked before is told by mail alone: an answer would tell anyone. */
function mailsAbout(
  form: EnquiryForm,
  company: Company,
  { reference, open, files }: { reference: string; open: string | undefined; files: LinkedFile[] },
): Mail[] {
  const about = aboutLines(form, company);
  const said = form.message ? `\n\n${form.message}` : '';
  const receipt = open
    ? `You have asked us about this before, so we added your enquiry ${reference} to your open enquiry ${open}. One person reads both and answers them together.`
    : `Your enquiry has reached us; its reference is ${reference}. A person reads it and answers.`;
  return [
    {
      recipient: form.email,
      replyTo: company.inbox,
      subject: open ? `Added to your open enquiry ${open}` : `We have your enquiry (${reference})`,
      body: `Thank you for your interest in ${company.name}.\n\n${receipt}\n\nYou sent:\n\n${about}${said}\n${fileNotes(files, form.lostFiles)}`,
    },
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Enquiry ${reference} from ${oneLine(form.name)}${open ? `, added to ${open}` : ''}`,
      body: `${detailLines([...senderDetails(form), ...fileDetails(files, form.lostFiles)])}\n${about}${said}\n`,
    },
  ];
}

/**
 * Stores a business enquiry with its two mails; answers its reference. An enquiry of somebody who has an open one about
 * the same subject is stored as well and added to that one, which the answer does not tell. Errors as `storeSubmission`.
 */
export async function submitEnquiry(ctx: ApiContext, form: EnquiryForm): Promise<Submitted> {
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
  const reference = await storeSubmission(ctx, form, submission, async (tx, { id, reference: own }) => {
    const open = await findOpenEnquiry(tx, { id, email: form.email, phone: sender.phone, subject });
    if (open) await tx.db.update(submissions).set({ mergedInto: open.id }).where(eq(submissions.id, id));
    const files = await linkFiles(tx, id, form.files);
    return mailsAbout(form, ctx.company, { reference: own, open: open?.reference, files });
  });
  return answerSubmitted(ctx, reference);
}
