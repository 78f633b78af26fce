import type { ConsultationRequestForm } from '../../../contract/forms/consultation-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { createSubmittedResponse } from '../submissions/challenge.ts';
import { composeFormMails, isolateName, readCompanyForMails } from '../submissions/mail-text.ts';
import { toSenderColumns } from '../submissions/sender-columns.ts';
import { storeSubmission } from '../submissions/store.ts';

/** Stores a request for a consultation at a time that is not on offer. Errors as `storeSubmission`. */
export async function requestConsultation(
  ctx: ApiContext,
  form: ConsultationRequestForm,
  caller: Caller,
): Promise<Submitted> {
  const sender = toSenderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message: form.message };
  const stored = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, { reference }) => {
    const company = await readCompanyForMails({ ...ctx, ...tx });
    const call = describeCall(company.forms.consultation, isolateName(company.name), sender.phone !== null);
    return composeFormMails({
      form,
      receipt: 'request',
      notice: 'newRequest',
      company,
      values: { reference, call },
      details: [['Time zone', form.timeZone]],
    });
  });
  return createSubmittedResponse(ctx, stored);
}
