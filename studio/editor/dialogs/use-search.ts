import { useEffect, useEffectEvent, useState } from 'react';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { ActionRefusal } from '../../screen.ts';

/** Milliseconds without typing after which a search is sent. */
const pause = 120;

type SearchRefusal = Pick<ActionRefusal, 'message' | 'requestId'>;

function describeFailure(error: unknown): SearchRefusal {
  if (!isApiFailure(error)) throw error;
  const message = error.kind === 'network' ? 'Search could not be reached. Type again to repeat it.' : error.message;
  return { message, requestId: error.requestId };
}

/**
 * Searches as a text is typed. `found` keeps the last results while a search goes on, until `isCurrent`; `refusal` says
 * why one failed.
 */
export function useSearch<T>(text: string, search: (q: string, signal: AbortSignal) => Promise<T>) {
  const [found, setFound] = useState<{ text: string; results: T } | null>(null);
  const [refusal, setRefusal] = useState<SearchRefusal | null>(null);
  const find = useEffectEvent(search);
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      find(text, leaving.signal).then(
        (results) => {
          setFound({ text, results });
          setRefusal(null);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setRefusal(describeFailure(error));
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  return { found: found?.results ?? null, isCurrent: found?.text === text, refusal };
}
