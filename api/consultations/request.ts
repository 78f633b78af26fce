import { callText } from '../../contract/call-text.ts';
import type { ConsultationRequestForm } from '../../contract/consultation-form.ts';
import type { Submitted } from '../../contract/submission-shapes.ts';
import type { ApiContext, Caller } from '../context.ts';
import { answerSubmitted } from '../submissions/challenge.ts';
import { detailLines, greeting, notYouNote, oneLine, senderDetails } from '../submissions/mail-text.ts';
import { senderColumns } from '../submissions/sender-columns.ts';
import { type Mail, storeSubmission } from '../submissions/store.ts';

function mailsAbout(
  form: ConsultationRequestForm,
  { company }: ApiContext,
  { reference, phone }: { reference: string; phone: string | null },
): Mail[] {
  return [
    {
      recipient: form.email,
      replyTo: company.inbox,
      subject: `We have your request for a consultation (${reference})`,
      body: `${greeting(form.name)}\n\nThank you for asking ${company.name} for a consultation. Your request has reached us; its reference is ${reference}. A person reads it and suggests a time.\n\n${callText(company.call, company.name, phone !== null)}\n\n${notYouNote}\n`,
    },
    {
      recipient: company.inbox,
      replyTo: form.email,
      subject: `Request for a consultation ${reference} from ${oneLine(form.name)}`,
      body: `${detailLines([...senderDetails(form), ['Time zone', form.timeZone]])}\n\n${form.message}\n`,
    },
  ];
}

/** Stores a request for a consultation at a time that is not on offer. Errors as `storeSubmission`. */
export async function requestConsultation(
  ctx: ApiContext,
  form: ConsultationRequestForm,
  caller: Caller,
): Promise<Submitted> {
  const sender = senderColumns(form);
  const submission = { kind: 'CONSULTATION' as const, ...sender, message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (_tx, stored) =>
    mailsAbout(form, ctx, { reference: stored.reference, phone: sender.phone }),
  );
  return answerSubmitted(ctx, reference);
}
