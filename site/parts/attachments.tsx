import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { uploadField, uploadLimits, uploadTypeNames, uploadTypes } from '../../contract/forms/uploads.ts';
import type { SubmissionRefusal } from '../forms/submission.ts';
import { useDelayedSubmit } from '../forms/use-delayed-submit.ts';
import { useUploads } from '../forms/use-uploads.ts';
import styles from './attachments.module.css';
import { ChosenFile, StoredFile } from './chosen-file.tsx';
import fieldStyles from './field.module.css';

const accept = Object.keys(uploadTypes)
  .map((extension) => `.${extension}`)
  .join(',');

/**
 * Renders the file field of a form. The form's schema needs `attachmentFields`, and its `encType` multipart/form-data.
 * With JavaScript a file is uploaded when it is chosen, and the form sends its token. Without, the form sends the file.
 */
export function Attachments({ refusal }: { refusal: SubmissionRefusal | null }) {
  const { attachments, problems, status, add, remove, retry } = useUploads(refusal);
  const input = useRef<HTMLInputElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const failed = attachments.filter(({ state }) => state === 'failed');
  const isBusy = attachments.some(({ state }) => state === 'sending');
  const isDelayed = useDelayedSubmit(input, isBusy, failed.length > 0);

  function addFiles(chosen: HTMLInputElement): void {
    add([...(chosen.files ?? [])]);
    // An empty value lets the visitor choose the same file again.
    chosen.value = '';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    setHydrated(true);
    // Uploads the files that were chosen before hydration.
    if (input.current?.files?.length) addFiles(input.current);
  }, []);

  const error = [refusal?.fields.find(({ path }) => path === 'files')?.message, ...problems].filter(Boolean).join(' ');
  const lost = isHydrated ? failed.map(({ name }) => name).join(', ') : (refusal?.values.lostFiles ?? '');
  const tokens = attachments.flatMap(({ token }) => token ?? []).join(',');
  const described = ['field-files-hint', error && 'field-files-error'].filter(Boolean).join(' ');
  return (
    <div className={fieldStyles.field}>
      <label htmlFor="field-files" className={fieldStyles.label}>
        Files <span className={fieldStyles.optional}>optional</span>
      </label>
      <p id="field-files-hint" className={fieldStyles.hint}>
        Up to {uploadLimits.files} files, 10 MB each: {uploadTypeNames}.
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
        onChange={(event: ChangeEvent<HTMLInputElement>) => addFiles(event.currentTarget)}
      />
      {error && (
        <p id="field-files-error" className={fieldStyles.error}>
          {error}
        </p>
      )}
      {attachments.length > 0 && (
        <ul className={styles.list} aria-label="Chosen files">
          {attachments.map((file) =>
            isHydrated ? (
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
              <StoredFile key={file.id} file={file} />
            ),
          )}
        </ul>
      )}
      {!isHydrated && lost && (
        <p className={fieldStyles.hint}>{lost} could not be stored. Choose it again, or send the form without it.</p>
      )}
      <p className={isDelayed ? fieldStyles.hint : 'visually-hidden'} role="status">
        {isDelayed ? 'Your form will be sent as soon as the files are attached.' : status}
      </p>
      {isHydrated && tokens && <input type="hidden" name="files" value={tokens} />}
      {lost && <input type="hidden" name="lostFiles" value={lost} />}
    </div>
  );
}
