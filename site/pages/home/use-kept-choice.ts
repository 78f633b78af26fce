import { use, useEffect, useState } from 'react';
import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { ClientContext } from '../../context.ts';
import { forgetStored, keepStored, readStored } from '../../storage.ts';
import { type Choice, findChoice, recommendedCount } from './choice.ts';
import type { HomeData } from './load.ts';

export interface KeptChoice {
  /** The choice this device keeps; null on the server, on the first render and where nothing is kept. */
  kept: Choice | null;
  /** What the kept choice puts first; null where the address decides, or until the answer is here. */
  cards: EntryCard[] | null;
  /** Whether the page is alive; before that, and without JavaScript, nothing can be kept. */
  isReady: boolean;
  /** Answers whether this browser keeps it. */
  keep(choice: Choice): boolean;
  forget(): void;
}

/** The choice a visitor asked this device to remember (`userCategories`); an address that names one goes before it. */
export function useKeptChoice({
  choice,
  personas,
  interests,
}: Pick<HomeData, 'choice' | 'personas' | 'interests'>): KeptChoice {
  const client = use(ClientContext);
  const [isReady, setReady] = useState(false);
  const [name, setName] = useState<unknown>(null);
  const [cards, setCards] = useState<EntryCard[] | null>(null);
  useEffect(() => {
    setName(readStored('categories'));
    setReady(true);
  }, []);

  const kept = findChoice(name, personas, interests);
  const wanted = choice ? '' : (kept?.interests.join(',') ?? '');
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

  return {
    kept,
    cards,
    isReady,
    keep: ({ kind, slug }) => {
      const isKept = keepStored('categories', { kind, slug });
      if (isKept) setName({ kind, slug });
      return isKept;
    },
    forget: () => {
      forgetStored('categories');
      setName(null);
    },
  };
}
