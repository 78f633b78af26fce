import * as z from 'zod/mini';
import { bookingForm, consultationRequestForm } from '../../../contract/forms/consultation-form.ts';
import type { Submitted } from '../../../contract/forms/submission-shapes.ts';
import type { Client } from '../../../contract/http/client.ts';
import type { FormValues } from '../../forms/form-values.ts';
import { answerChallenge } from '../../forms/sending/proof-of-work.ts';
import { refuseOnFailure, sendForm } from '../../forms/sending/send-form.ts';
import type { SubmissionArgs, SubmissionResult } from '../../forms/submission.ts';
import type { ActionArgs } from '../../page.ts';
import { type CompletedChange, getConsultationAddress, thankYouPath } from '../../parts/consultation-address.ts';

/** Milliseconds to wait for the proof of work of a booking. The next page can then say that the time is booked. */
const proofTimeout = 5_000;

/** Answers the challenge of a stored submission, and returns the address of its thank-you page. */
async function completeSubmission(
  client: Client,
  { reference, challenge, manage }: Submitted & { manage?: string },
): Promise<SubmissionResult> {
  // Only browsers solve challenges.
  if (typeof window !== 'undefined') {
    const proof = answerChallenge(client, challenge);
    if (manage) await Promise.race([proof, new Promise((resolve) => setTimeout(resolve, proofTimeout))]);
  }
  // A foreign backend may answer without a reference; the page then claims no success.
  if (!reference) return { to: thankYouPath };
  return { to: `${thankYouPath}?${new URLSearchParams({ reference, ...(manage ? { manage } : {}) })}` };
}

const bookingSchema = z.omit(bookingForm, { key: true });
const requestSchema = z.omit(consultationRequestForm, { key: true });

/** Checks and sends a booking or, without a time, a request for a consultation. The next page is the thank-you page. */
export async function sendBooking(args: SubmissionArgs): Promise<SubmissionResult> {
  const { client } = args;
  const { intent, ...input } = args.values;
  const answer =
    intent === 'book'
      ? await sendForm(args, { schema: bookingSchema, required: ['name', 'email', 'slot'], input }, (form) =>
          client.call('bookConsultation', form),
        )
      : await sendForm(args, { schema: requestSchema, required: ['name', 'email', 'message'], input }, (form) =>
          client.call('requestConsultation', form),
        );
  return 'refusal' in answer ? answer : completeSubmission(client, answer);
}

/** Holds a time for the visitor. The next page has the booking form. */
async function holdTime({ client, settings, url, values }: ActionArgs): Promise<SubmissionResult> {
  const { slot = '', timeZone = '', hold: previous } = values;
  const answer = await refuseOnFailure({ client, settings, values: { intent: 'hold', slot } }, () =>
    client.call('holdConsultation', { slot, timeZone, hold: previous }),
  );
  if ('refusal' in answer) return answer;
  const { searchParams } = url;
  const address = getConsultationAddress({
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: answer.hold,
  });
  return { to: `${address}#details` };
}

type Action = (args: ActionArgs) => Promise<SubmissionResult>;

/** Creates the action that changes an appointment by `call` and then shows the appointment with a notice. */
function createChangeAction(
  done: CompletedChange,
  call: (client: Client, values: FormValues) => Promise<object>,
): Action {
  return async ({ client, settings, url, values }) => {
    const { intent = '', manage = '' } = values;
    const answer = await refuseOnFailure({ client, settings, values: { intent } }, () => call(client, values));
    if ('refusal' in answer) return answer;
    return { to: `${getConsultationAddress({ manage, zone: url.searchParams.get('zone'), done })}#done` };
  };
}

const cancelAppointment = (client: Client, { manage = '' }: FormValues) =>
  client.call('cancelConsultation', { manage });
const confirmAppointment = (client: Client, { manage = '' }: FormValues) =>
  client.call('confirmConsultation', { manage });
const moveAppointment = (client: Client, { manage = '', slot = '', timeZone = '' }: FormValues) =>
  client.call('moveConsultation', { manage, slot, timeZone });

const actions: Record<string, Action> = {
  hold: holdTime,
  book: sendBooking,
  request: sendBooking,
  cancel: createChangeAction('cancelled', cancelAppointment),
  confirm: createChangeAction('confirmed', confirmAppointment),
  move: createChangeAction('moved', moveAppointment),
  // Moving an unconfirmed appointment confirms it.
  'confirm-at': createChangeAction('confirmed', moveAppointment),
};

/** Handles the forms of the page, which the hidden field `intent` tells apart. */
export async function handleConsultationForm(args: ActionArgs): Promise<SubmissionResult> {
  const { values } = args;
  const action = Object.hasOwn(actions, values.intent ?? '') && actions[values.intent ?? ''];
  if (action) return action(args);
  const message = 'This form is incomplete. Please reload the page and try again.';
  return { refusal: { status: 400, message, fields: [], values, requestId: null } };
}
