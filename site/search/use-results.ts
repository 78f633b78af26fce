import { use, useEffect, useState } from 'react';
import type { SearchHit } from '../../contract/record-shapes.ts';
import { ClientContext } from '../context.ts';
import { SettingsContext } from '../settings.ts';
import { loadSections, type Section, withoutSections } from './sections.ts';

export const shownResults = 8;

// Milliseconds: of quiet before a text is asked for, of waiting before that is said, and before it is given up.
const quiet = 150;
const sayAfter = 600;
const patience = 15_000;

export interface Found {
  /** What was asked for. */
  q: string;
  /** What was searched instead, where a word was not known. */
  corrected: string | null;
  /** Pages of the site that the text names. */
  sections: Section[];
  items: SearchHit[];
  total: number;
}

export interface Results {
  /** The last answer; it stays while the next is on its way, so that nothing jumps. */
  found: Found | null;
  /** What the last call failed with, where it did. */
  failure: unknown;
  /** An answer is on its way for so long that it should be said. */
  isLate: boolean;
  tryAgain(): void;
}

const nothing = { found: null, failure: null };

/** What a text finds, asked for when the typing pauses; of several calls only the last counts, and the others are given up. */
export function useResults(q: string): Results {
  const client = use(ClientContext);
  const { careersUrl } = use(SettingsContext);
  const [answer, setAnswer] = useState<Pick<Results, 'found' | 'failure'>>(nothing);
  const [isLate, setLate] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const tryAgain = () => setAttempt((count) => count + 1);
  const hasFailed = answer.failure !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same again
  useEffect(() => {
    setLate(false);
    if (!q) setAnswer(nothing);
    if (!q || !client) return;
    const calling = new AbortController();
    const { signal } = calling;
    const saying = setTimeout(() => setLate(true), sayAfter);
    const asking = setTimeout(async () => {
      const next = await Promise.all([
        client.call('search', { q, size: shownResults }, { signal, timeout: patience }),
        loadSections(client, { q, careersUrl }, { signal }),
      ]).then(
        ([found, sections]) => ({
          found: { ...found, sections, items: withoutSections(found.items, sections) },
          failure: null,
        }),
        (failure: unknown) => ({ found: null, failure }),
      );
      if (signal.aborted) return;
      clearTimeout(saying);
      setLate(false);
      setAnswer(next);
    }, quiet);
    return () => {
      clearTimeout(saying);
      clearTimeout(asking);
      calling.abort();
    };
  }, [client, careersUrl, q, attempt]);

  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [hasFailed]);

  return { ...answer, isLate, tryAgain };
}
