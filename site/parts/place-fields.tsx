import { type FocusEvent, use, useRef, useState } from 'react';
import type { Client } from '../../contract/client.ts';
import { fieldLimits } from '../../contract/field-limits.ts';
import { ClientContext } from '../context.ts';
import type { Refusal } from '../forms/outcome.ts';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

export const placeLabels = { country: 'Country', region: 'State or region', city: 'City' };

interface Place {
  name: string;
  code?: string;
}

/** Pages of places that are offered; whoever lives elsewhere types it. */
const mostPages = 5;

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

/** The code of what was typed, where it is the name of one that is known. */
function codeOf(places: Place[] | undefined, name: string): string | undefined {
  return places?.find((place) => place.name.toLowerCase() === name.trim().toLowerCase())?.code;
}

/** Places known so far, by the address they are asked under; each is asked for once. */
function usePlaces(client: Client | null) {
  const asked = useRef(new Map<string, Promise<Place[]>>());
  return (key: string, load: (client: Client) => Promise<Place[]>): Promise<Place[]> => {
    if (!client) return Promise.resolve([]);
    const known = asked.current.get(key);
    if (known) return known;
    const places = load(client).catch(() => {
      // Nothing is offered, and the next look asks again.
      asked.current.delete(key);
      return [];
    });
    asked.current.set(key, places);
    return places;
  };
}

/** Country, region and city as free text; the browser offers the known ones, asked for when a field is first used. */
export function PlaceFields({ refusal }: { refusal: Refusal | null }) {
  const find = usePlaces(use(ClientContext));
  const [offered, setOffered] = useState<Record<string, string[]>>({});

  const countries = () => find('countries', (client) => client.call('countries', {}).then(({ items }) => items));
  const regions = (countryCode: string) =>
    find(countryCode, (client) => fewPages((page) => client.call('states', { countryCode, page, size: 100 })));
  const cities = (countryCode: string, stateCode: string) =>
    find(`${countryCode} ${stateCode}`, (client) =>
      fewPages((page) => client.call('cities', { countryCode, stateCode, page, size: 100 })),
    );

  async function offer({ currentTarget }: FocusEvent<HTMLElement>): Promise<void> {
    const input = currentTarget as HTMLInputElement;
    const typed = new FormData(input.form ?? undefined);
    let places = await countries();
    if (input.name !== 'country') {
      const countryCode = codeOf(places, String(typed.get('country') ?? ''));
      places = countryCode ? await regions(countryCode) : [];
      if (input.name === 'city') {
        const stateCode = codeOf(places, String(typed.get('region') ?? ''));
        places = countryCode && stateCode ? await cities(countryCode, stateCode) : [];
      }
    }
    const names = [...new Set(places.map(({ name }) => name))];
    setOffered((before) => ({ ...before, [input.name]: names }));
  }

  const common = (name: keyof typeof placeLabels) => ({
    name,
    label: placeLabels[name],
    refusal,
    maxLength: fieldLimits.place,
    suggestions: offered[name] ?? [],
    onFocus: (event: FocusEvent<HTMLElement>) => void offer(event),
  });
  return (
    <div className={styles.places}>
      <Field {...common('country')} autoComplete="country-name" />
      <Field {...common('region')} autoComplete="address-level1" />
      <Field {...common('city')} autoComplete="address-level2" />
    </div>
  );
}
