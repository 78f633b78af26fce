import type { ContactInput } from '../../../contract/forms/contact-form.ts';
import type { ContactSubmitted } from '../../../contract/forms/submission-shapes.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { composeFileNotes, linkFiles, listFileDetails } from '../files/link.ts';
import { createSubmittedResponse } from './challenge.ts';
import { composeFormMails, readCompanyForMails } from './mail-text.ts';
import { storeSubmission, toSenderColumns } from './store.ts';

/**
 * Stores a contact message with its two mails; returns the reference and the submitted fields. Errors as
 * `storeSubmission`.
 */
export async function submitContact(ctx: ApiContext, form: ContactInput, caller: Caller): Promise<ContactSubmitted> {
  const submission = { kind: 'CONTACT' as const, ...toSenderColumns(form), message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, stored) => {
    const files = await linkFiles(tx, stored.id, form.files);
    return composeFormMails({
      form,
      receipt: 'contact',
      notice: 'newMessage',
      company: await readCompanyForMails({ ...ctx, ...tx }),
      values: { reference: stored.reference },
      details: listFileDetails(files, form.lostFiles),
      addition: composeFileNotes(files, form.lostFiles),
    });
  });
  const { key: _key, homepage: _homepage, fillTime: _measured, proof: _work, ...submitted } = form;
  return { ...(await createSubmittedResponse(ctx, reference)), submitted };
}
