import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { uploadField } from '../../contract/paths.ts';
import { uploadLimits, uploadTypeNames, uploadTypes } from '../../contract/uploads.ts';
import type { Refusal } from '../forms/outcome.ts';
import { useHeldSubmit } from '../forms/use-held-submit.ts';
import { useUploads } from '../forms/use-uploads.ts';
import styles from './attachments.module.css';
import { ChosenFile, KeptFile } from './chosen-file.tsx';
import fieldStyles from './field.module.css';

const accept = Object.keys(uploadTypes)
  .map((extension) => `.${extension}`)
  .join(',');

/**
 * The files of a form: put it into any form whose schema has `attachmentFields` and whose `encType` is multipart/form-data.
 * With JavaScript files leave as they are chosen and the form carries their tokens; without, they go with the form.
 */
export function Attachments({ refusal }: { refusal: Refusal | null }) {
  const { attachments, problems, status, add, remove, retry } = useUploads(refusal);
  const input = useRef<HTMLInputElement>(null);
  const [isAlive, setAlive] = useState(false);
  const failed = attachments.filter(({ state }) => state === 'failed');
  const isBusy = attachments.some(({ state }) => state === 'sending');
  const isHeld = useHeldSubmit(input, isBusy, failed.length > 0);

  function take(chosen: HTMLInputElement): void {
    add([...(chosen.files ?? [])]);
    // So that the same file can be chosen once more.
    chosen.value = '';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    setAlive(true);
    // What was chosen before that.
    if (input.current?.files?.length) take(input.current);
  }, []);

  const error = [refusal?.fields.find(({ path }) => path === 'files')?.message, ...problems].filter(Boolean).join(' ');
  const lost = isAlive ? failed.map(({ name }) => name).join(', ') : (refusal?.values.lostFiles ?? '');
  const tokens = attachments.flatMap(({ token }) => token ?? []).join(',');
  const described = ['field-files-hint', error && 'field-files-error'].filter(Boolean).join(' ');
  return (
    <div className={fieldStyles.field}>
      <label htmlFor="field-files" className={fieldStyles.label}>
        Files <span className={fieldStyles.optional}>optional</span>
      </label>
      <p id="field-files-hint" className={fieldStyles.hint}>
        {uploadTypeNames}, 10 MB each, {uploadLimits.files} at most.
      </p>
      <input
        ref={input}
        id="field-files"
        type="file"
        name={uploadField}
        className={styles.input}
        multiple
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.currentTarget)}
      />
      {error && (
        <p id="field-files-error" className={fieldStyles.error}>
          {error}
        </p>
      )}
      {attachments.length > 0 && (
        <ul className={styles.list} aria-label="Chosen files">
          {attachments.map((file) =>
            isAlive ? (
              <ChosenFile
                key={file.id}
                file={file}
                onRetry={() => retry(file.id)}
                onRemove={() => {
                  remove(file.id);
                  input.current?.focus();
                }}
              />
            ) : (
              <KeptFile key={file.id} file={file} />
            ),
          )}
        </ul>
      )}
      {!isAlive && lost && (
        <p className={fieldStyles.hint}>{lost} could not be stored. Choose it again, or send the form without it.</p>
      )}
      <p className={isHeld ? fieldStyles.hint : 'visually-hidden'} role="status">
        {isHeld ? 'Your form is sent as soon as the files have arrived.' : status}
      </p>
      {isAlive && tokens && <input type="hidden" name="files" value={tokens} />}
      {lost && <input type="hidden" name="lostFiles" value={lost} />}
    </div>
  );
}
