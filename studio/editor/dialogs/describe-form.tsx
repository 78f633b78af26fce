import { type ReactNode, useState } from 'react';
import type { PictureSummary } from '../../../contract/studio/picture-operations.ts';
import { Button, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { Picture } from '../markup/picture.ts';
import styles from './picture-dialog.module.css';

/** A picture that was chosen for the text. `summary` is its record in the library; null while the record is loaded. */
export interface ChosenPicture extends Picture {
  summary: PictureSummary | null;
}

function DescribeFields({
  picture: { name, alt, caption, summary },
  onChange,
}: {
  picture: ChosenPicture;
  onChange: (words: Pick<Picture, 'alt' | 'caption'>) => void;
}) {
  const isDecorative = summary?.alt === '';
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.chosen}>
        {summary && <Thumbnail picture={summary} />}
        <span>{name}</span>
      </legend>
      <TextArea
        label="What it shows"
        hint={
          isDecorative
            ? 'The library calls this picture decorative, so it needs no words.'
            : 'For readers who cannot see it. Required for publishing.'
        }
        rows={2}
        maxLength={500}
        required={!isDecorative}
        value={alt}
        onChange={({ target }) => onChange({ alt: target.value, caption })}
      />
      <TextField
        label="Caption"
        hint="Shown below the picture; may stay empty."
        maxLength={500}
        value={caption}
        onChange={({ target }) => onChange({ alt, caption: target.value })}
      />
    </fieldset>
  );
}

/** Asks for alternative texts, because a picture without one cannot be published. */
export function DescribeForm({
  pictures,
  isNew,
  onSave,
  onBack,
  children,
}: {
  pictures: readonly ChosenPicture[];
  isNew: boolean;
  onSave: (pictures: Picture[]) => void;
  onBack: () => void;
  children?: ReactNode;
}) {
  const [words, setWords] = useState(() => pictures.map(({ alt, caption }) => ({ alt, caption })));
  const described = pictures.map((picture, index) => ({ ...picture, ...words[index] }));
  const isMissing = described.some(({ alt, summary }) => alt.trim() === '' && summary?.alt !== '');
  const insert = pictures.length === 1 ? 'Insert the picture' : `Insert ${pictures.length} pictures`;
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing)
          onSave(described.map(({ name, alt, caption }) => ({ name, alt: alt.trim(), caption: caption.trim() })));
      }}
    >
      {described.map((picture, index) => (
        <DescribeFields
          key={picture.name}
          picture={picture}
          onChange={(changed) => setWords(words.map((old, each) => (each === index ? changed : old)))}
        />
      ))}
      <div className={form.row}>
        <Submit look="primary" label={isNew ? insert : 'Save the picture'} />
        <Button onClick={onBack}>Choose another</Button>
        {children}
      </div>
    </form>
  );
}

interface RemoveButtonProps {
  part: { isNew: boolean; remove(): void };
  onClose: () => void;
  children: ReactNode;
}

/** Renders a button that removes the part of the text and closes its dialog; nothing for a new part. */
export function RemoveButton({ part, onClose, children }: RemoveButtonProps) {
  if (part.isNew) return null;
  return (
    <Button
      onClick={() => {
        part.remove();
        onClose();
      }}
    >
      {children}
    </Button>
  );
}
