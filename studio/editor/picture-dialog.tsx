import { useEffect, useState } from 'react';
import type { PictureSummary } from '../../contract/studio/picture-operations.ts';
import { useClient } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { TextArea, TextField } from '../parts/text-field.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { UploadField, useUpload } from '../parts/upload.tsx';
import styles from './picture-dialog.module.css';

/** What the text says about a picture. */
export interface InsertedPicture {
  name: string;
  alt: string;
  caption: string;
}

/** Asks what a picture shows, because a picture without words cannot be published. */
function DescribeForm({
  picture,
  onInsert,
  onBack,
}: {
  picture: PictureSummary;
  onInsert: (inserted: InsertedPicture) => void;
  onBack: () => void;
}) {
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [caption, setCaption] = useState('');
  const isDecorative = picture.alt === '';
  const isMissing = !isDecorative && alt.trim() === '';
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) onInsert({ name: picture.name, alt: alt.trim(), caption: caption.trim() });
      }}
    >
      <div className={styles.chosen}>
        <Thumbnail picture={picture} />
        <span>{picture.name}</span>
      </div>
      <TextArea
        label="What it shows"
        hint={
          isDecorative
            ? 'The library calls this picture decorative, so it needs no words.'
            : 'For readers who do not see it. It is needed to publish.'
        }
        rows={2}
        maxLength={500}
        required={!isDecorative}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <TextField
        label="Caption"
        hint="Shown below the picture; may stay empty."
        maxLength={500}
        value={caption}
        onChange={({ target }) => setCaption(target.value)}
      />
      <div className={form.row}>
        <Button type="submit" look="primary">
          Insert the picture
        </Button>
        <Button onClick={onBack}>Choose another</Button>
      </div>
    </form>
  );
}

/** Finds pictures of the library by name or description. */
function LibraryList({ onChosen }: { onChosen: (picture: PictureSummary) => void }) {
  const client = useClient();
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<PictureSummary[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      client
        .call('pictures', { q: text, size: 12 }, { signal: leaving.signal })
        .then(({ items }) => setPictures(items))
        .catch(() => undefined);
    }, 120);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, text]);
  return (
    <>
      <TextField
        label="Search the library"
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {pictures?.length === 0 && <p>No picture matches.</p>}
      <ul className={styles.pictures}>
        {pictures?.map((picture) => (
          <li key={picture.name}>
            <button type="button" className={styles.picture} onClick={() => onChosen(picture)}>
              <Thumbnail picture={picture} />
              <span>{picture.alt || picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Inserts a picture of the library, or uploads one. `files`: pasted or dropped files, which are uploaded at once. */
export function PictureDialog({
  files,
  onInsert,
  onClose,
}: {
  files: readonly File[];
  onInsert: (inserted: InsertedPicture) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<PictureSummary | null>(null);
  const { upload, isSending, refusal } = useUpload(([first]) => setChosen(first ?? null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files of one paste are uploaded once
  useEffect(() => void upload(files), [files]);
  return (
    <Dialog title="Picture" onClose={onClose}>
      <RefusalNotice refusal={refusal} />
      {chosen ? (
        <DescribeForm
          picture={chosen}
          onBack={() => setChosen(null)}
          onInsert={(inserted) => {
            onInsert(inserted);
            onClose();
          }}
        />
      ) : isSending ? (
        <p role="status">Uploading …</p>
      ) : (
        <>
          <UploadField label="Upload a picture" onStored={([first]) => setChosen(first ?? null)} />
          <LibraryList onChosen={setChosen} />
        </>
      )}
    </Dialog>
  );
}
