import { type ComponentProps, useEffect, useState } from 'react';
import type { PictureSummary } from '../../contract/studio/picture-operations.ts';
import { useClient } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { ChoosePictureDialog } from './choose-picture-dialog.tsx';
import styles from './schema-field.module.css';

/** Returns the record of a picture in the library; null while it is loaded, and for a name that the library lacks. */
function usePicture(name: string): PictureSummary | null {
  const client = useClient();
  const [found, setFound] = useState<PictureSummary | null>(null);
  useEffect(() => {
    if (!/\.\w+$/.test(name)) return undefined;
    const leaving = new AbortController();
    client.call('picture', { name }, { signal: leaving.signal }).then(
      ({ picture }) => setFound(picture),
      // Without an answer the field only lacks the thumbnail.
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, name]);
  return found?.name === name ? found : null;
}

/**
 * Edits the name of a picture of the library, which is typed, chosen there, or uploaded. `children` stand in place of
 * the thumbnail.
 */
export function PictureField({
  onValue,
  needsAlternative,
  children,
  ...control
}: Omit<ComponentProps<typeof TextField>, 'onChange' | 'value'> & {
  value: string;
  /** Whether a picture without alternative text cannot be published here. */
  needsAlternative: boolean;
  onValue: (name: string) => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const picture = usePicture(control.value);
  const described = picture?.alt === null ? 'Nobody has said what it shows yet. Say so in Pictures.' : picture?.alt;
  return (
    <div className={styles.chooser}>
      <TextField
        {...control}
        hint={needsAlternative ? (described ?? control.hint) : control.hint}
        onChange={({ target }) => onValue(target.value)}
      />
      {!control.readOnly && <Button onClick={() => setChoosing(true)} label="Choose a picture…" />}
      {children ?? (picture && <Thumbnail picture={picture} />)}
      {isChoosing && (
        <ChoosePictureDialog
          needsAlternative={needsAlternative}
          onChosen={onValue}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
