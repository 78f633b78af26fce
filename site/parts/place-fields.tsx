import { type FocusEvent, type FormEvent, use, useEffect, useRef, useState } from 'react';
import type { Client } from '../../contract/client.ts';
import { fieldLimits } from '../../contract/field-limits.ts';
import { ClientContext } from '../context.ts';
import type { Refusal } from '../forms/outcome.ts';
import { codeOfPlace, findTowns, loadCountries, loadRegions, type Place } from '../forms/places.ts';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

export const placeLabels = { country: 'Country', region: 'State or region', city: 'City' };

/** Milliseconds of quiet before towns are asked for. */
const quiet = 150;

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

/**
 * Country, region and city as free text; the browser offers the known ones, asked for when a field is first used. There are
 * too many towns to send at once: the server finds those that begin as what is typed does.
 */
export function PlaceFields({ refusal }: { refusal: Refusal | null }) {
  const find = usePlaces(use(ClientContext));
  const [offered, setOffered] = useState<Record<string, string[]>>(refusal?.offered ?? {});
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  async function placesFor(name: string, typed: FormData): Promise<Place[]> {
    const text = (field: string) => String(typed.get(field) ?? '').trim();
    const countries = await find('countries', loadCountries);
    if (name === 'country') return countries;
    const countryCode = codeOfPlace(countries, text('country'));
    const regions = countryCode ? await find(countryCode, (client) => loadRegions(client, countryCode)) : [];
    if (name === 'region') return regions;
    const where = { countryCode, stateCode: codeOfPlace(regions, text('region')), name: text('city') };
    return find(JSON.stringify(where), (client) => findTowns(client, where));
  }

  async function offer(input: HTMLInputElement): Promise<void> {
    const { name, form } = input;
    const places = await placesFor(name, new FormData(form ?? undefined));
    setOffered((before) => ({ ...before, [name]: [...new Set(places.map((place) => place.name))] }));
  }

  function offerSoon({ currentTarget }: FormEvent<HTMLElement>): void {
    clearTimeout(waiting.current);
    const input = currentTarget as HTMLInputElement;
    waiting.current = setTimeout(() => void offer(input), quiet);
  }

  const common = (name: keyof typeof placeLabels) => ({
    name,
    label: placeLabels[name],
    refusal,
    maxLength: fieldLimits.place,
    suggestions: offered[name] ?? [],
    onFocus: (event: FocusEvent<HTMLElement>) => void offer(event.currentTarget as HTMLInputElement),
  });
  const towns = refusal?.offered?.city;
  return (
    <div className={styles.places}>
      <Field {...common('country')} autoComplete="country-name" />
      <Field {...common('region')} autoComplete="address-level1" />
      <Field
        {...common('city')}
        {...(towns ? { hint: towns.join(', ') } : {})}
        autoComplete="address-level2"
        onInput={offerSoon}
      />
    </div>
  );
}

/** The button by which a visitor without JavaScript asks for towns; it stands behind the one that sends, which Enter presses. */
export function FindTowns() {
  return (
    <noscript>
      <button type="submit" name="find" value="city" formNoValidate>
        Find cities that begin as typed
      </button>
    </noscript>
  );
}
