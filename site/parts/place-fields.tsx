import { type FocusEvent, type FormEvent, use, useEffect, useRef, useState } from 'react';
import { fieldLimits } from '../../contract/field-limits.ts';
import { ClientContext } from '../context.ts';
import type { Refusal } from '../forms/outcome.ts';
import type { SuggestPlaces } from '../forms/suggest-places.ts';
import { loadCode } from '../load-code.ts';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

export const placeLabels = { country: 'Country', region: 'State or region', city: 'City' };

/** Milliseconds of quiet before towns are asked for. */
const quiet = 150;

/**
 * Country, region and city as free text; the browser offers the known ones, asked for when a field is first used. There are
 * too many towns to send at once: the server finds those that begin as what is typed does.
 */
export function PlaceFields({ refusal }: { refusal: Refusal | null }) {
  const client = use(ClientContext);
  const suggest = useRef<SuggestPlaces>(undefined);
  const [offered, setOffered] = useState<Record<string, string[]>>(refusal?.offered ?? {});
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  async function offer({ name, form }: HTMLInputElement): Promise<void> {
    if (!client) return;
    const { createPlaceSuggestions } = await loadCode(() => import('../forms/suggest-places.ts'));
    suggest.current ??= createPlaceSuggestions(client);
    const names = await suggest.current(name, new FormData(form ?? undefined));
    setOffered((before) => ({ ...before, [name]: names }));
  }

  /** Without suggestions a field takes what is typed. */
  const tryToOffer = (input: EventTarget & HTMLElement) => void offer(input as HTMLInputElement).catch(() => undefined);

  function offerSoon({ currentTarget }: FormEvent<HTMLElement>): void {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => tryToOffer(currentTarget), quiet);
  }

  const common = (name: keyof typeof placeLabels) => ({
    name,
    label: placeLabels[name],
    refusal,
    maxLength: fieldLimits.place,
    suggestions: offered[name] ?? [],
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => tryToOffer(currentTarget),
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
