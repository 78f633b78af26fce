import type { Client } from '../../contract/client.ts';
import type { Values } from './filled-fields.ts';
import type { Refusal } from './outcome.ts';
import { codeOfPlace, findTowns, loadCountries, loadRegions } from './places.ts';

/** The form again with the towns that begin as its visitor typed, asked for without JavaScript. */
export async function offerTowns(client: Client, values: Values): Promise<Refusal> {
  const { country = '', region = '', city = '' } = values;
  const countryCode = codeOfPlace(await loadCountries(client), country);
  const regions = countryCode ? await loadRegions(client, countryCode) : [];
  const towns = await findTowns(client, { countryCode, stateCode: codeOfPlace(regions, region), name: city.trim() });
  const names = [...new Set(towns.map(({ name }) => name))];
  const message =
    names.length > 0
      ? 'Cities that begin as you typed are listed at the field City. Nothing was sent yet.'
      : 'We know no city that begins so. You can send what you typed. Nothing was sent yet.';
  return { status: 200, message, fields: [], values, requestId: null, offered: { city: names } };
}
