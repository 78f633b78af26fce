import type { Client } from '../../contract/client.ts';
import { codeOfPlace, findTowns, loadCountries, loadRegions, type Place } from './places.ts';

/** Returns the names of places for a field of a form, by what its other fields hold. */
export type SuggestPlaces = (name: string, typed: FormData) => Promise<string[]>;

/** Creates what suggests places; each list is asked for once. */
export function createPlaceSuggestions(client: Client): SuggestPlaces {
  const asked = new Map<string, Promise<Place[]>>();

  function find(key: string, load: () => Promise<Place[]>): Promise<Place[]> {
    const places =
      asked.get(key) ??
      load().catch(() => {
        // Nothing is suggested, and the next look asks again.
        asked.delete(key);
        return [];
      });
    asked.set(key, places);
    return places;
  }

  async function placesFor(name: string, typed: FormData): Promise<Place[]> {
    const text = (field: string) => String(typed.get(field) ?? '').trim();
    const countries = await find('countries', () => loadCountries(client));
    if (name === 'country') return countries;
    const countryCode = codeOfPlace(countries, text('country'));
    const regions = countryCode ? await find(countryCode, () => loadRegions(client, countryCode)) : [];
    if (name === 'region') return regions;
    const where = { countryCode, stateCode: codeOfPlace(regions, text('region')), name: text('city') };
    return find(JSON.stringify(where), () => findTowns(client, where));
  }

  return async (name, typed) => [...new Set((await placesFor(name, typed)).map((place) => place.name))];
}
