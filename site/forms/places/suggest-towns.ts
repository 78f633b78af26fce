import type { Client } from '../../../contract/http/client.ts';
import type { FormValues } from '../form-values.ts';
import type { SubmissionRefusal } from '../submission.ts';
import { findPlaceCode, loadCountries, loadRegions, loadTowns } from './load-places.ts';

/** Returns the form as typed, with the towns whose names begin as typed; for pages without JavaScript. */
export async function suggestTowns(client: Client, values: FormValues): Promise<SubmissionRefusal> {
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
