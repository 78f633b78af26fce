import type { Client } from '../../contract/client.ts';

/** A country, region or town; towns have no code. */
export interface Place {
  name: string;
  code?: string;
}

/** Pages of places that are loaded where no beginning of a name narrows them. */
const mostPages = 5;
const pageSize = 100;

type PageOfPlaces = { items: Place[]; size: number; total: number };

async function fewPages(load: (page: number) => Promise<PageOfPlaces>): Promise<Place[]> {
  const places: Place[] = [];
  for (let page = 0; page < mostPages; page++) {
    const { items, size, total } = await load(page);
    places.push(...items);
    if ((page + 1) * size >= total) break;
  }
  return places;
}

export async function loadCountries(client: Client): Promise<Place[]> {
  return (await client.call('countries', {})).items;
}

/** The regions of a country. */
export function loadRegions(client: Client, countryCode: string): Promise<Place[]> {
  return fewPages((page) => client.call('states', { countryCode, page, size: pageSize }));
}

interface Where {
  countryCode: string | undefined;
  stateCode: string | undefined;
  /** The beginning of the name. */
  name: string;
}

/** The first towns by name, with a beginning those that begin so; none where neither a place nor a beginning says which. */
export async function findTowns(client: Client, { name, ...where }: Where): Promise<Place[]> {
  if (name) return (await client.call('cities', { ...where, name, size: pageSize })).items;
  if (!where.countryCode || !where.stateCode) return [];
  return fewPages((page) => client.call('cities', { ...where, page, size: pageSize }));
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").trim().toLowerCase();

/** The code of what was typed, where it is the name of a known place, whatever the case and the accents. */
export function codeOfPlace(places: readonly Place[], name: string): string | undefined {
  return places.find((place) => folded(place.name) === folded(name))?.code;
}
