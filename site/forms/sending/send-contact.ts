import * as z from 'zod/mini';
import { contactForm } from '../../../contract/forms/contact-form.ts';
import { getThankYouAddress } from '../../parts/thank-you-address.ts';
import type { SubmissionArgs, SubmissionResult } from '../submission.ts';
import { answerChallenge } from './proof-of-work.ts';
import { sendForm } from './send-form.ts';

const check = { schema: z.omit(contactForm, { key: true }), required: ['name', 'email', 'message'] };

/** Checks a contact message and sends it. The next page is the thank-you page. */
export async function sendContact(args: SubmissionArgs): Promise<SubmissionResult> {
  const { client, values } = args;
  const answer = await sendForm(args, check, (form) => client.call('submitContact', form));
  if ('refusal' in answer) return answer;
  void answerChallenge(client, answer.challenge);
  return { to: getThankYouAddress(answer.reference, values) };
}
