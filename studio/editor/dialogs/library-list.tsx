import { useEffect, useEffectEvent, useState } from 'react';
import { getWideName } from '../../../contract/content/picture-variants.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { PictureSummary } from '../../../contract/studio/picture-operations.ts';
import { useClient } from '../../context.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { ActionRefusal } from '../../screen.ts';
import styles from './picture-dialog.module.css';

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

/** Finds pictures of the library by name or description. */
export function LibraryList({ onChosen }: { onChosen: (picture: PictureSummary) => void }) {
  const client = useClient();
  const [text, setText] = useState('');
  const { found, refusal } = useSearch(text, (q, signal) => client.call('pictures', { q, size: 24 }, { signal }));
  // Phones show a narrow drawing in place of its wide one, which is the one to choose.
  const pictures = found?.items.filter(({ name }) => getWideName(name) === null);
  return (
    <>
      <TextField
        label="Search the library"
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <RefusalNotice refusal={refusal} />
      <p role="status">{pictures?.length === 0 && 'No pictures match.'}</p>
      <ul className={styles.pictures}>
        {pictures?.map((picture) => (
          <li key={picture.name}>
            <button type="button" className={styles.picture} onClick={() => onChosen(picture)}>
              <Thumbnail picture={picture} size="large" />
              <span dir="auto">{picture.alt || picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
