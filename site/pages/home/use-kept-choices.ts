import { use, useEffect, useState } from 'react';
import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { ClientContext } from '../../context.ts';
import { forgetStored, keepStored, readStored } from '../../storage.ts';
import { type Choice, type ChoiceName, findChoices, isSameChoice, recommendedCount } from './choice.ts';
import type { HomeSections } from './load.ts';

export interface KeptChoices {
  /** The choices this device keeps; none on the server, on the first render and where nothing is kept. */
  kept: Choice[];
  /** What the kept choices put first; null where the address decides, or until the answer is here. */
  cards: EntryCard[] | null;
  /** Whether the page is alive; before that, and without JavaScript, nothing can be kept. */
  isReady: boolean;
  /** Adds a choice; answers whether this browser keeps it. */
  keep(choice: Choice): boolean;
  /** Removes one choice, or all of them. */
  forget(choice?: Choice): void;
}

/** The choices a visitor asked this device to remember (`userCategories`); an address that names one goes before them. */
export function useKeptChoices({
  choice,
  personas,
  interests,
}: Pick<HomeSections, 'choice' | 'personas' | 'interests'>): KeptChoices {
  const client = use(ClientContext);
  const [isReady, setReady] = useState(false);
  const [stored, setStored] = useState<unknown>(null);
  const [cards, setCards] = useState<EntryCard[] | null>(null);
  useEffect(() => {
    setStored(readStored('categories'));
    setReady(true);
  }, []);

  const kept = findChoices(stored, personas, interests);
  const wanted = choice ? '' : [...new Set(kept.flatMap((one) => one.interests))].join(',');
  useEffect(() => {
    setCards(null);
    if (!client || !wanted) return;
    const leaving = new AbortController();
    client.call('recommended', { interests: wanted, limit: recommendedCount }, { signal: leaving.signal }).then(
      ({ items }) => setCards(items as EntryCard[]),
      // The list that is there stays.
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, wanted]);

  function store(choices: Choice[]): boolean {
    const names = choices.map(({ kind, slug }): ChoiceName => ({ kind, slug }));
    const isKept = keepStored('categories', names);
    if (isKept) setStored(names);
    return isKept;
  }

  function forget(forgotten?: Choice): void {
    const rest = forgotten ? kept.filter((one) => !isSameChoice(one, forgotten)) : [];
    if (rest.length > 0) {
      store(rest);
      return;
    }
    forgetStored('categories');
    setStored(null);
  }

  return { kept, cards, isReady, keep: (added) => store([...kept, added]), forget };
}
