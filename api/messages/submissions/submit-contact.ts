import type { ContactInput } from '../../../contract/forms/contact-form.ts';
import type { ContactSubmitted } from '../../../contract/forms/submission-shapes.ts';
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
import { toSenderColumns } from './sender-columns.ts';
import { type NewMail, storeSubmission } from './store.ts';

function composeContactMails(
  form: ContactInput,
  company: MailCompany,
  reference: string,
  files: LinkedFile[],
): NewMail[] {
  return [
    composeVisitorMail({
      mail: 'contact',
      visitor: form,
      company,
      values: { reference },
      addition: composeFileNotes(files, form.lostFiles),
    }),
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Message ${reference} from ${isolateName(form.name)}`,
      body: `${formatDetails([...listSenderDetails(form), ...listFileDetails(files, form.lostFiles)])}\n\n${form.message}\n`,
    },
  ];
}

/**
 * Stores a contact message with its two mails; returns the reference and the submitted fields. Errors as
 * `storeSubmission`.
 */
export async function submitContact(ctx: ApiContext, form: ContactInput, caller: Caller): Promise<ContactSubmitted> {
  const submission = { kind: 'CONTACT' as const, ...toSenderColumns(form), message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, stored) =>
    composeContactMails(
      form,
      await readCompanyForMails({ ...ctx, ...tx }),
      stored.reference,
      await linkFiles(tx, stored.id, form.files),
    ),
  );
  const { key: _key, homepage: _homepage, fillTime: _measured, proof: _work, ...submitted } = form;
  return { ...(await createSubmittedResponse(ctx, reference)), submitted };
}
