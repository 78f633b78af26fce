import { use, useCallback, useEffect, useState } from 'react';
import type { SearchHit } from '../../contract/content/record-shapes.ts';
import { SiteClientContext } from '../context.ts';
import { SiteSettingsContext } from '../settings.ts';
import { countListed, excludeNamedPages, findNamedPages, type NamedPage } from './named-pages.ts';

/** Number of results in the dialog. */
const maxShownResults = 8;

/** Milliseconds without typing before the API is called. */
const debounceDelay = 150;
/** Milliseconds of waiting before the dialog says that it is searching. */
const slowNoticeDelay = 600;
/** Milliseconds before a call is given up. */
const callTimeout = 15_000;

export interface SearchAnswer {
  q: string;
  /** The corrected search text that was used instead, null if no word was corrected. */
  corrected: string | null;
  /** Pages of the site that the search text names. */
  pages: NamedPage[];
  items: SearchHit[];
  /** Number of all pages and results, of which the dialog shows the first. */
  count: number;
}

export interface SearchState {
  /** The last answer, kept during the next call so that the list does not flicker. */
  answer: SearchAnswer | null;
  /** The error of the last call, null if the call succeeded. */
  failure: unknown;
  /** Whether the current call takes so long that the dialog should say so. */
  isSlow: boolean;
  retry(): void;
}

const initialResult = { answer: null, failure: null };

/** Searches for a text when the visitor stops typing. A new text aborts the previous call. */
export function useSearchResults(q: string): SearchState {
  const client = use(SiteClientContext);
  const { careersUrl, menus } = use(SiteSettingsContext);
  const [result, setResult] = useState<Pick<SearchState, 'answer' | 'failure'>>(initialResult);
  const [isSlow, setSlow] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const hasFailed = result.failure !== null;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the call
  useEffect(() => {
    setSlow(false);
    if (!q) setResult(initialResult);
    if (!q || !client) return;
    const controller = new AbortController();
    const { signal } = controller;
    const slowTimer = setTimeout(() => setSlow(true), slowNoticeDelay);
    const debounceTimer = setTimeout(async () => {
      const next = await Promise.all([
        client.call('search', { q, size: maxShownResults }, { signal, timeout: callTimeout }),
        findNamedPages(client, { q, careersUrl, menus }, { signal }),
      ]).then(
        ([found, pages]) => ({
          answer: {
            q: found.q,
            corrected: found.corrected,
            pages,
            items: excludeNamedPages(found.items, pages),
            count: countListed(found, pages),
          },
          failure: null,
        }),
        (failure: unknown) => ({ answer: null, failure }),
      );
      if (signal.aborted) return;
      clearTimeout(slowTimer);
      setSlow(false);
      setResult(next);
    }, debounceDelay);
    return () => {
      clearTimeout(slowTimer);
      clearTimeout(debounceTimer);
      controller.abort();
    };
  }, [client, careersUrl, menus, q, attempt]);

  useEffect(() => {
    if (!hasFailed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed, retry]);

  return { ...result, isSlow, retry };
}
