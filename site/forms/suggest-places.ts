import type { Client } from '../../contract/http/client.ts';
import { findPlaceCode, loadCountries, loadRegions, loadTowns, type Place } from './load-places.ts';

/** Returns place names for the field `name` of a form, by the values of its other fields. */
export type SuggestPlaces = (name: string, form: FormData) => Promise<string[]>;

/** Creates the suggestions for the place fields. Each list is loaded once. */
export function createPlaceSuggestions(client: Client): SuggestPlaces {
  const lists = new Map<string, Promise<Place[]>>();

  function loadOnce(key: string, load: () => Promise<Place[]>): Promise<Place[]> {
    const places =
      lists.get(key) ??
      load().catch(() => {
        // Suggests nothing for now; the next request loads the list again.
        lists.delete(key);
        return [];
      });
    lists.set(key, places);
    return places;
  }

  async function findPlaces(name: string, form: FormData): Promise<Place[]> {
    const readText = (field: string) => String(form.get(field) ?? '').trim();
    const countries = await loadOnce('countries', () => loadCountries(client));
    if (name === 'country') return countries;
    const countryCode = findPlaceCode(countries, readText('country'));
    const regions = countryCode ? await loadOnce(countryCode, () => loadRegions(client, countryCode)) : [];
    if (name === 'region') return regions;
    const query = { countryCode, stateCode: findPlaceCode(regions, readText('region')), name: readText('city') };
    return loadOnce(JSON.stringify(query), () => loadTowns(client, query));
  }

  return async (name, form) => [...new Set((await findPlaces(name, form)).map((place) => place.name))];
}
