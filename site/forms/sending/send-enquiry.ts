import * as z from 'zod/mini';
import { enquiryForm } from '../../../contract/forms/enquiry-form.ts';
import { getThankYouAddress } from '../../parts/thank-you-address.ts';
import type { FormValues } from '../form-values.ts';
import type { SubmissionArgs, SubmissionResult } from '../submission.ts';
import { type BusinessAnswer, checkEmailPhone, createBusinessRequests, getRefusalText } from './business-requests.ts';
import { answerChallenge } from './proof-of-work.ts';
import { checkForm, createRefusal } from './send-form.ts';

const schema = z.omit(enquiryForm, { key: true });

/** Returns how an enquiry is checked. A form has the interests as one text with commas, the API as a list. */
export function getEnquiryCheck({ interests, ...others }: FormValues) {
  const input = interests ? { ...others, interests: interests.split(',') } : others;
  return { schema, required: ['name', 'email', 'subject'], input };
}

/** Returns the thank-you page or, if the answer is a refusal, its text. */
export function readEnquiryAnswer(answer: BusinessAnswer, values: FormValues): SubmissionResult {
  const message = getRefusalText(answer);
  if (message) return { refusal: { status: 422, message, fields: [], values, requestId: null } };
  return { to: getThankYouAddress(answer.reference, values) };
}

/** Checks an enquiry and sends it from a browser. A failed call is logged there (specification, section 8). */
export async function sendEnquiry(args: SubmissionArgs): Promise<SubmissionResult> {
  const { client, values } = args;
  const checked = checkForm(values, getEnquiryCheck(values));
  if ('refusal' in checked) return checked;
  // The specification's client sends this request too. Its answer is the same for everyone, so nothing waits for it.
  void checkEmailPhone(client, checked.form);
  let failure: unknown;
  const answer = await createBusinessRequests(args, checked.form, (error) => {
    failure = error;
  });
  if (!answer) return { refusal: await createRefusal(failure, args) };
  void answerChallenge(client, answer.challenge);
  return readEnquiryAnswer(answer, values);
}
