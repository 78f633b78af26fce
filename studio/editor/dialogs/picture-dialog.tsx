import { useEffect, useState } from 'react';
import type { PictureSummary, UploadedPicture } from '../../../contract/studio/picture-operations.ts';
import { useClient } from '../../context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { UploadChanges, UploadField, UploadReport, useUpload } from '../../parts/upload.tsx';
import type { Picture } from '../markup/picture.ts';
import type { PicturePart } from '../open-dialog.ts';
import { type ChosenPicture, DescribeForm, RemoveButton } from './describe-form.tsx';
import { LibraryList } from './library-list.tsx';

/** Returns uploaded or found pictures without duplicates, with the alternative texts of the library. */
function toChosen(pictures: readonly PictureSummary[]): ChosenPicture[] {
  const byName = new Map(pictures.map((summary) => [summary.name, summary]));
  return [...byName.values()].map((summary) => ({ name: summary.name, alt: summary.alt ?? '', caption: '', summary }));
}

/** Inserts pictures of the library or new files into the text, and changes a picture of the text in place. */
export function PictureDialog({ part, onClose }: { part: PicturePart; onClose: () => void }) {
  const { value, files, isNew } = part;
  const client = useClient();
  const [chosen, setChosen] = useState<ChosenPicture[]>(value.map((picture) => ({ ...picture, summary: null })));
  const [uploaded, setUploaded] = useState<UploadedPicture[]>([]);
  function choose(stored: UploadedPicture[]): void {
    setUploaded(stored);
    setChosen(toChosen(stored));
  }
  const uploads = useUpload(choose);
  const { upload } = uploads;
  const isSending = uploads.progress !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files of one paste are uploaded once
  useEffect(() => void upload(files), [files]);
  useEffect(() => {
    const [picture] = value;
    if (!picture) return;
    // Without an answer the form only lacks the thumbnail.
    client.call('picture', { name: picture.name }).then(
      ({ picture: summary }) =>
        setChosen((now) => now.map((each) => (each.name === summary.name ? { ...each, summary } : each))),
      () => undefined,
    );
  }, [client, value]);

  function save(pictures: Picture[]): void {
    part.save(pictures);
    onClose();
  }

  return (
    <Dialog title="Picture" size="wide" onClose={onClose}>
      <UploadReport state={{ ...uploads, uploaded: [] }} />
      <UploadChanges pictures={chosen.length > 0 ? uploaded : []} />
      {!isSending && chosen.length > 0 && (
        <DescribeForm
          key={chosen.map(({ name }) => name).join()}
          pictures={chosen}
          isNew={isNew}
          onSave={save}
          onBack={() => choose([])}
        >
          <RemoveButton part={part} onClose={onClose}>
            Remove from the text
          </RemoveButton>
        </DescribeForm>
      )}
      {!isSending && chosen.length === 0 && (
        <>
          <UploadField label={isNew ? 'Upload pictures' : 'Upload a picture'} isMultiple={isNew} onStored={choose} />
          <LibraryList onChosen={(picture) => setChosen(toChosen([picture]))} />
        </>
      )}
    </Dialog>
  );
}
