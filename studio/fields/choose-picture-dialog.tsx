import { useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import type { PictureSummary, UploadedPicture } from '../../contract/studio/picture-operations.ts';
import { useClient } from '../context.ts';
import { LibraryList } from '../editor/dialogs/library-list.tsx';
import { Button, Submit } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { UploadChanges, UploadField } from '../parts/upload.tsx';

type Chosen = PictureSummary & Partial<Pick<UploadedPicture, 'changes'>>;

/** Says what the upload changed in a picture, and asks what it shows if nobody has said so. */
function ConfirmForm({
  picture,
  isUndescribed,
  onConfirmed,
  onBack,
}: {
  picture: Chosen;
  isUndescribed: boolean;
  onConfirmed: () => void;
  onBack: () => void;
}) {
  const client = useClient();
  const [alt, setAlt] = useState('');
  const [refusal, setRefusal] = useState<{ message: string; requestId: string | null } | null>(null);
  const { name, changes = [] } = picture;

  async function confirm(): Promise<void> {
    try {
      if (alt.trim()) {
        const { version, focusX, focusY } = await client.call('picture', { name });
        await client.call('describePicture', { name, version, alt, focusX, focusY });
      }
      onConfirmed();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setRefusal(error);
    }
  }

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <UploadChanges pictures={[{ name, changes }]} />
      <RefusalNotice refusal={refusal} />
      <Thumbnail picture={picture} />
      {isUndescribed && (
        <TextArea
          label="What it shows"
          hint="For readers who cannot see it. Required for publishing."
          rows={2}
          maxLength={500}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
        />
      )}
      <div className={form.row}>
        <Submit look="primary" label="Use the picture" />
        <Button onClick={onBack}>Choose another</Button>
      </div>
    </form>
  );
}

/** Chooses a picture of the library for a field, or uploads one. */
export function ChoosePictureDialog({
  needsAlternative,
  onChosen,
  onClose,
}: {
  needsAlternative: boolean;
  onChosen: (name: string) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isUndescribed = needsAlternative && chosen?.alt === null;

  function confirm({ name }: Chosen): void {
    onChosen(name);
    onClose();
  }
  function choose(picture: Chosen | undefined): void {
    if (!picture) return;
    const isReady = !picture.changes?.length && !(needsAlternative && picture.alt === null);
    if (isReady) confirm(picture);
    else setChosen(picture);
  }

  return (
    <Dialog title="Picture" size="wide" onClose={onClose}>
      {chosen ? (
        <ConfirmForm
          picture={chosen}
          isUndescribed={isUndescribed}
          onConfirmed={() => confirm(chosen)}
          onBack={() => setChosen(null)}
        />
      ) : (
        <>
          <UploadField label="Upload a picture" onStored={([stored]) => choose(stored)} />
          <LibraryList onChosen={choose} />
        </>
      )}
    </Dialog>
  );
}
