import type { ActionArgs } from '../page.ts';
import { suggestTowns } from './places/suggest-towns.ts';
import { getEnquiryCheck, readEnquiryAnswer } from './sending/send-enquiry.ts';
import { refuseOnFailure, sendForm } from './sending/send-form.ts';
import type { SubmissionResult } from './submission.ts';

/**
 * Handles an enquiry sent without JavaScript. The button `find` suggests towns and sends no enquiry. If a call fails,
 * the form keeps its values.
 */
export async function handleEnquiryPost(args: ActionArgs): Promise<SubmissionResult> {
  const { client } = args;
  const { find, ...values } = args.values;
  if (find) return refuseOnFailure({ ...args, values }, async () => ({ refusal: await suggestTowns(client, values) }));
  const answer = await sendForm({ ...args, values }, getEnquiryCheck(values), (form) =>
    client.call('submitEnquiry', form),
  );
  return 'refusal' in answer ? answer : readEnquiryAnswer(answer, values);
}
