import { use, useEffect, useState } from 'react';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { SiteClientContext } from '../../context.ts';
import { readStoredItem, removeStoredItem, storeItem } from '../../device/storage.ts';
import { type ChoiceKey, findChoices, isSameChoice, maxRecommended, type VisitorChoice } from './choice.ts';
import type { PicksData } from './load.ts';

export interface RememberedChoices {
  /** The choices stored on this device; empty on the server and on the first render. */
  remembered: VisitorChoice[];
  /** Entries recommended by the stored choices; null if the address has a choice, and while they are loading. */
  cards: EntryCard[] | null;
  /** Whether the page is hydrated; before that nothing can be stored. */
  isHydrated: boolean;
  /** Stores a choice; returns whether the browser allowed that. */
  remember(choice: VisitorChoice): boolean;
  /** Removes one choice, or all choices. */
  forget(choice?: VisitorChoice): void;
}

/** Reads, stores and removes the choices on this device (`userCategories`). A choice in the address overrides them. */
export function useRememberedChoices({
  choice,
  personas,
  interests,
}: Pick<PicksData, 'choice' | 'personas' | 'interests'>): RememberedChoices {
  const client = use(SiteClientContext);
  const [isHydrated, setHydrated] = useState(false);
  const [stored, setStored] = useState<unknown>(null);
  const [cards, setCards] = useState<EntryCard[] | null>(null);
  useEffect(() => {
    setStored(readStoredItem('categories'));
    setHydrated(true);
  }, []);

  const remembered = findChoices(stored, personas, interests);
  const interestSlugs = choice ? '' : [...new Set(remembered.flatMap((other) => other.interests))].join(',');
  useEffect(() => {
    setCards(null);
    if (!client || !interestSlugs) return;
    const controller = new AbortController();
    client.call('recommended', { interests: interestSlugs, limit: maxRecommended }, { signal: controller.signal }).then(
      ({ items }) => setCards(items as EntryCard[]),
      // If the call fails, the default recommendations stay.
      () => undefined,
    );
    return () => controller.abort();
  }, [client, interestSlugs]);

  function store(choices: VisitorChoice[]): boolean {
    const keys = choices.map(({ kind, slug }): ChoiceKey => ({ kind, slug }));
    const isStored = storeItem('categories', keys);
    if (isStored) setStored(keys);
    return isStored;
  }

  function forget(forgotten?: VisitorChoice): void {
    const rest = forgotten ? remembered.filter((other) => !isSameChoice(other, forgotten)) : [];
    if (rest.length > 0) {
      store(rest);
      return;
    }
    removeStoredItem('categories');
    setStored(null);
  }

  return { remembered, cards, isHydrated, remember: (added) => store([...remembered, added]), forget };
}
