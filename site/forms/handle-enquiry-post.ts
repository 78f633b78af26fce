import type { Client } from '../../contract/http/client.ts';
import type { ActionArgs } from '../page.ts';
import type { FormValues } from './form-values.ts';
import { findPlaceCode, loadCountries, loadRegions, loadTowns } from './load-places.ts';
import { getEnquiryCheck, readEnquiryAnswer } from './sending/send-enquiry.ts';
import { refuseOnFailure, sendForm } from './sending/send-form.ts';
import type { SubmissionRefusal, SubmissionResult } from './submission.ts';

/** Returns the form as typed, with the towns whose names begin as typed; for pages without JavaScript. */
async function suggestTowns(client: Client, values: FormValues): Promise<SubmissionRefusal> {
  const { country = '', region = '', city = '' } = values;
  const countryCode = findPlaceCode(await loadCountries(client), country);
  const regions = countryCode ? await loadRegions(client, countryCode) : [];
  const stateCode = findPlaceCode(regions, region);
  const towns = await loadTowns(client, { countryCode, stateCode, name: city.trim() });
  const names = [...new Set(towns.map(({ name }) => name))];
  const message =
    names.length > 0
      ? 'Matching cities are listed under City. Nothing has been sent.'
      : 'We found no such city. You can send what you typed. Nothing has been sent.';
  return { status: 200, message, fields: [], values, requestId: null, suggestions: { city: names } };
}

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
