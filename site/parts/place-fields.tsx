import { type FocusEvent, type FormEvent, use, useEffect, useRef, useState } from 'react';
import { fieldLimits } from '../../contract/forms/field-limits.ts';
import { SiteClientContext } from '../context.ts';
import type { SubmissionRefusal } from '../forms/submission.ts';
import type { SuggestPlaces } from '../forms/suggest-places.ts';
import { loadCode } from '../hydration/load-code.ts';
import actions from './action.module.css';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

export const placeLabels = { country: 'Country', region: 'State or region', city: 'City' };

/** Milliseconds without typing before towns are requested. */
const debounceDelay = 150;

/**
 * Renders the fields for country, region and city as free text with suggestions, which are loaded when a field is first
 * used. There are too many towns to send all of them, so the server returns those that begin with the typed text.
 */
export function PlaceFields({ refusal }: { refusal: SubmissionRefusal | null }) {
  const client = use(SiteClientContext);
  const suggestPlaces = useRef<SuggestPlaces>(undefined);
  const [suggestions, setSuggestions] = useState<Record<string, string[]>>(refusal?.suggestions ?? {});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The number of the last request for each field: an earlier answer that arrives later is dropped. */
  const requests = useRef<Record<string, number>>({});
  useEffect(() => () => clearTimeout(timer.current), []);

  async function loadSuggestions({ name, form }: HTMLInputElement): Promise<void> {
    if (!client) return;
    const { createPlaceSuggestions } = await loadCode(() => import('../forms/suggest-places.ts'));
    suggestPlaces.current ??= createPlaceSuggestions(client);
    const request = (requests.current[name] ?? 0) + 1;
    requests.current[name] = request;
    const names = await suggestPlaces.current(name, new FormData(form ?? undefined));
    if (requests.current[name] !== request) return;
    setSuggestions((before) => ({ ...before, [name]: names }));
  }

  // A failed call is ignored, because the fields work without suggestions.
  const updateSuggestions = (input: EventTarget & HTMLElement) =>
    void loadSuggestions(input as HTMLInputElement).catch(() => undefined);

  function updateAfterTyping({ currentTarget }: FormEvent<HTMLElement>): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => updateSuggestions(currentTarget), debounceDelay);
  }

  const getCommonProps = (name: keyof typeof placeLabels) => ({
    name,
    label: placeLabels[name],
    refusal,
    maxLength: fieldLimits.place,
    suggestions: suggestions[name] ?? [],
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => updateSuggestions(currentTarget),
  });
  const towns = refusal?.suggestions?.city;
  return (
    <div className={styles.threeColumns}>
      <Field {...getCommonProps('country')} autoComplete="country-name" />
      <Field {...getCommonProps('region')} autoComplete="address-level1" />
      <Field
        {...getCommonProps('city')}
        {...(towns ? { hint: towns.join(', ') } : {})}
        autoComplete="address-level2"
        onInput={updateAfterTyping}
      />
    </div>
  );
}

/**
 * Renders the button that suggests towns without JavaScript. It follows the submit button, because Enter uses the
 * first.
 */
export function FindTowns() {
  return (
    <noscript>
      <button type="submit" name="find" value="city" formNoValidate className={actions.quiet}>
        Find cities
      </button>
    </noscript>
  );
}
