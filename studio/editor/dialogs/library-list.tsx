import { useState } from 'react';
import { getWideName } from '../../../contract/content/picture-variants.ts';
import type { PictureSummary } from '../../../contract/studio/picture-operations.ts';
import { useClient } from '../../context.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import styles from './picture-dialog.module.css';
import { useSearch } from './use-search.ts';

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
