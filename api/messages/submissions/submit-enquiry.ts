import type { EnquiryInput } from '../../../contract/forms/enquiry-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { composeFileNotes, listFileDetails } from '../files/describe-files.ts';
import { type LinkedFile, linkFiles } from '../files/link.ts';
import { createSubmittedResponse } from './challenge.ts';
import {
  composeVisitorMail,
  formatDetails,
  isolateName,
  listSenderDetails,
  type MailCompany,
  readCompanyForMails,
} from './mail-text.ts';
import { mergeEnquiry, type OpenEnquiries } from './merge-enquiry.ts';
import { toSenderColumns } from './sender-columns.ts';
import { type NewMail, storeSubmission } from './store.ts';

function formatSubjectDetails(form: EnquiryInput, { siteUrl }: MailCompany): string {
  return formatDetails([
    ['About', siteUrl() + form.subject],
    ['Persona', form.persona],
    ['Interests', form.interests?.join(', ')],
    ['Place', [form.city, form.region, form.country].filter(Boolean).join(', ')],
  ]);
}

/**
 * Composes the mails to the sender and to the company. Only mails mention an earlier enquiry: the HTTP answer would
 * tell anyone. The sender's mail names no enquiry from another address, because anyone can type a foreign telephone
 * number.
 */
function composeEnquiryMails(
  form: EnquiryInput,
  company: MailCompany,
  { reference, own, merged: into, files }: OpenEnquiries & { reference: string; files: LinkedFile[] },
): NewMail[] {
  const about = formatSubjectDetails(form, company);
  const said = form.message ? `\n\n${form.message}` : '';
  const warning =
    into && into !== own
      ? `\n\nEnquiry ${into} has the same telephone number but a different e-mail address. Before you mention one enquiry in a reply to the other, make sure that both come from the same person.`
      : '';
  return [
    composeVisitorMail({
      mail: own ? 'furtherEnquiry' : 'enquiry',
      visitor: form,
      company,
      values: { reference, ...(own ? { earlier: own } : {}) },
      addition: composeFileNotes(files, form.lostFiles),
    }),
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Enquiry ${reference} from ${isolateName(form.name)}${into ? `, added to ${into}` : ''}`,
      body: `${formatDetails([...listSenderDetails(form), ...listFileDetails(files, form.lostFiles)])}\n${about}${said}${warning}\n`,
    },
  ];
}

/**
 * Stores a business enquiry with its two mails; returns its reference. A person's second open enquiry about the same
 * subject is also stored, and merged into the first; the answer does not reveal that. Errors as `storeSubmission`.
 */
export async function submitEnquiry(ctx: ApiContext, form: EnquiryInput, caller: Caller): Promise<Submitted> {
  const sender = toSenderColumns(form);
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
      return composeEnquiryMails(form, await readCompanyForMails({ ...ctx, ...tx }), {
        reference: stored,
        ...open,
        files,
      });
    },
  );
  return createSubmittedResponse(ctx, reference);
}
