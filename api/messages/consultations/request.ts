import type { ConsultationRequestForm } from '../../../contract/forms/consultation-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { createSubmittedResponse } from '../submissions/challenge.ts';
import {
  composeVisitorMail,
  formatDetails,
  isolateName,
  listSenderDetails,
  type MailCompany,
  readCompanyForMails,
} from '../submissions/mail-text.ts';
import { toSenderColumns } from '../submissions/sender-columns.ts';
import { type NewMail, storeSubmission } from '../submissions/store.ts';

function composeRequestMails(
  form: ConsultationRequestForm,
  company: MailCompany,
  { reference, phone }: { reference: string; phone: string | null },
): NewMail[] {
  return [
    composeVisitorMail({
      mail: 'request',
      visitor: form,
      company,
      values: {
        reference,
        call: describeCall(company.forms.consultation, isolateName(company.name), phone !== null),
      },
    }),
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Request for a ${company.forms.consultation.name} ${reference} from ${isolateName(form.name)}`,
      body: `${formatDetails([...listSenderDetails(form), ['Time zone', form.timeZone]])}\n\n${form.message}\n`,
    },
  ];
}

/** Stores a request for a consultation at a time that is not on offer. Errors as `storeSubmission`. */
export async function requestConsultation(
  ctx: ApiContext,
  form: ConsultationRequestForm,
  caller: Caller,
): Promise<Submitted> {
  const sender = toSenderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, stored) =>
    composeRequestMails(form, await readCompanyForMails({ ...ctx, ...tx }), {
      reference: stored.reference,
      phone: sender.phone,
    }),
  );
  return createSubmittedResponse(ctx, reference);
}
