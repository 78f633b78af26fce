import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PictureChange, UploadedPicture } from '../../contract/studio/picture-operations.ts';
import { Notice } from './notice.tsx';

/** What an upload changed in a picture of a name. */
export type ChangedPicture = Pick<UploadedPicture, 'name' | 'changes'>;

const joinMessages = (changes: readonly PictureChange[]) => changes.map(({ message }) => message).join(' ');

/** Says what an upload changed in pictures; without changes, nothing. */
export function UploadChanges({ pictures }: { pictures: readonly ChangedPicture[] }) {
  const changed = pictures.filter(({ changes }) => changes.length > 0);
  return (
    <Notice>
      {changed.map(({ name, changes }) => (
        <p key={name}>
          {name}: {joinMessages(changes)}
        </p>
      ))}
    </Notice>
  );
}

/** The state of a navigation to the screen of a picture that was just uploaded. */
interface UploadState {
  uploaded?: ChangedPicture;
}

/** Creates the options of a navigation to the screen of an uploaded picture, so that it says what was changed. */
export function createUploadState({ name, changes }: ChangedPicture): { state: UploadState } {
  return { state: { uploaded: { name, changes } } };
}

/** Says once what the upload changed that led to this screen. */
export function ArrivedUploadChanges() {
  const { state } = useLocation() as { state: UploadState | null };
  const [uploaded, setUploaded] = useState<ChangedPicture | null>(null);
  // Set after hydration, because the server does not know the state of the history.
  useEffect(() => {
    if (!state?.uploaded) return;
    setUploaded(state.uploaded);
    // A reload does not say it again.
    history.replaceState({ ...history.state, usr: null }, '');
  }, [state]);
  return <UploadChanges pictures={uploaded ? [uploaded] : []} />;
}
