import type { Client } from '../../contract/http/client.ts';

/** A country, region or town. Towns have no code. */
export interface Place {
  name: string;
  code?: string;
}

/** The number of pages that are loaded at most where the beginning of a name does not narrow the list. */
const maxPages = 5;
const pageSize = 100;

type PlacePage = { items: Place[]; size: number; total: number };

async function loadPages(load: (page: number) => Promise<PlacePage>): Promise<Place[]> {
  const places: Place[] = [];
  for (let page = 0; page < maxPages; page++) {
    const { items, size, total } = await load(page);
    places.push(...items);
    if ((page + 1) * size >= total) break;
  }
  return places;
}

export async function loadCountries(client: Client): Promise<Place[]> {
  return (await client.call('countries', {})).items;
}

export function loadRegions(client: Client, countryCode: string): Promise<Place[]> {
  return loadPages((page) => client.call('states', { countryCode, page, size: pageSize }));
}

interface TownQuery {
  countryCode: string | undefined;
  stateCode: string | undefined;
  /** The beginning of the name. */
  name: string;
}

/**
 * Loads the towns whose names begin with `name`. Without a name, loads the first towns of the region; without a region,
 * none.
 */
export async function loadTowns(client: Client, { name, ...region }: TownQuery): Promise<Place[]> {
  if (name) return (await client.call('cities', { ...region, name, size: pageSize })).items;
  if (!region.countryCode || !region.stateCode) return [];
  return loadPages((page) => client.call('cities', { ...region, page, size: pageSize }));
}

const fold = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").trim().toLowerCase();

/** Returns the code of the place with a typed name; case and accents do not matter. */
export function findPlaceCode(places: readonly Place[], name: string): string | undefined {
  return places.find((place) => fold(place.name) === fold(name))?.code;
}
