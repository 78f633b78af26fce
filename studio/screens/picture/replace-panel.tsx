import { use, useState } from 'react';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { OpenedPicture, PictureSummary } from '../../../contract/studio/picture-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { formatTime } from '../../parts/time.ts';
import { UploadField } from '../../parts/upload.tsx';
import styles from './screen.module.css';

function describeShown(uses: number): string {
  if (uses === 0) return 'No text shows it.';
  return uses === 1 ? 'The entry that shows it changes.' : `The ${uses} entries that show it change.`;
}

/** Offers another file in place of the picture's, its former files, and its removal. */
export function ReplacePanel({ opened: { picture, version, former, usedIn } }: { opened: OpenedPicture }) {
  const { timeZone } = use(StudioSettingsContext);
  const [chosen, setChosen] = useState<PictureSummary | null>(null);
  const versionField = <input type="hidden" name="version" value={version} />;
  return (
    <>
      <Section title="Replace it everywhere">
        <UploadField
          label="New file"
          hint="The name and the address stay. Nothing changes until you confirm."
          onStored={([stored]) => setChosen(stored ?? null)}
        />
        <Notice>{chosen?.name === picture.name && 'This is the current file.'}</Notice>
        {chosen && chosen.name !== picture.name && (
          <PostForm className={form.form} onSubmit={() => setChosen(null)}>
            {versionField}
            <input type="hidden" name="by" value={chosen.name} />
            <div className={styles.exchange}>
              <Thumbnail picture={picture} />
              <span>becomes</span>
              <Thumbnail picture={chosen} />
            </div>
            <p>{describeShown(picture.uses)}</p>
            <div className={form.row}>
              <Submit look="primary" intent="replace" label="Replace everywhere" />
              <Button onClick={() => setChosen(null)}>Keep the current file</Button>
            </div>
          </PostForm>
        )}
      </Section>
      <Section title="Former files" isShown={former.length > 0}>
        <ul className={form.list}>
          {former.map(({ id, width, height, bytes, replacedAt, replacedBy }) => (
            <li key={id}>
              <PostForm className={form.row}>
                {versionField}
                <input type="hidden" name="former" value={id} />
                <span>
                  {width} × {height}, {formatFileSize(bytes)}, replaced {formatTime(replacedAt, timeZone)}{' '}
                  <bdi>{replacedBy ?? 'by an import'}</bdi>
                </span>
                <Submit intent="restore" label="Restore this file" />
              </PostForm>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Remove it" isShown={usedIn.length === 0}>
        <PostForm className={form.row}>
          {versionField}
          <Submit look="danger" intent="remove">
            Remove {picture.name}
          </Submit>
        </PostForm>
      </Section>
    </>
  );
}
