import type { EnquiryInput } from '../../../contract/forms/enquiry-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { composeFileNotes, listFileDetails } from '../files/describe-files.ts';
import { linkFiles } from '../files/link.ts';
import { createSubmittedResponse } from './challenge.ts';
import { composeFormMails, readCompanyForMails } from './mail-text.ts';
import { mergeEnquiry } from './merge-enquiry.ts';
import { toSenderColumns } from './sender-columns.ts';
import { storeSubmission } from './store.ts';

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
      const { own, merged } = await mergeEnquiry(tx, { id, email: form.email, phone: sender.phone, subject });
      const files = await linkFiles(tx, id, form.files);
      return composeFormMails({
        form,
        // Only mails mention an earlier enquiry: the HTTP answer would tell anyone. The visitor's mail names none from
        // another address, because anyone can type a foreign telephone number.
        receipt: own ? 'furtherEnquiry' : 'enquiry',
        notice: merged ? 'addedEnquiry' : 'newEnquiry',
        company: await readCompanyForMails({ ...ctx, ...tx }),
        values: { reference: stored, earlier: own ?? '' },
        noticeValues: { earlier: merged ?? '', other: merged === own ? '' : (merged ?? '') },
        details: [
          ...listFileDetails(files, form.lostFiles),
          ['About', ctx.company.siteUrl() + subject],
          ['Persona', persona],
          ['Interests', interests.join(', ')],
          ['Place', [city, region, country].filter(Boolean).join(', ')],
        ],
        addition: composeFileNotes(files, form.lostFiles),
      });
    },
  );
  return createSubmittedResponse(ctx, reference);
}
