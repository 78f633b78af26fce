import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import type { UploadedPicture } from '../../contract/studio/picture-operations.ts';
import { useClient } from '../context.ts';
import { RefusalNotice } from './notice.tsx';
import { FieldFrame } from './text-field.tsx';
import styles from './upload.module.css';
import { UploadChanges } from './upload-changes.tsx';

/** The types that a file dialog offers. */
const pictureTypes = '.png,.jpg,.jpeg,.webp,.avif,.gif,.svg';

type Refusal = { message: string; requestId: string | null };

/**
 * Returns the function that uploads pictures, whether an upload is under way, the pictures of the last one, and why it
 * was refused.
 */
export function useUpload(onStored: (pictures: UploadedPicture[]) => void) {
  const client = useClient();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [uploaded, setUploaded] = useState<UploadedPicture[]>([]);

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    setSending(true);
    setRefusal(null);
    setUploaded([]);
    try {
      const stored = await client.uploadPictures(files);
      setUploaded(stored);
      onStored(stored);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const message = error.kind === 'network' ? 'The connection was lost. Choose the picture again.' : error.message;
      setRefusal({ message, requestId: error.requestId });
    } finally {
      setSending(false);
    }
  }

  return { upload, isSending, uploaded, refusal };
}

/** Renders a field that takes pictures by choice and by drop, uploads them at once, and says what that changed. */
export function UploadField({
  label,
  hint,
  isMultiple = false,
  onStored,
}: {
  label: string;
  hint?: ReactNode;
  isMultiple?: boolean;
  onStored: (pictures: UploadedPicture[]) => void;
}) {
  const { upload, isSending, uploaded, refusal } = useUpload(onStored);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function uploadChosen(): void {
    if (!input.current?.files) return;
    const files = [...input.current.files];
    // So that the same file can be chosen again after a refusal.
    input.current.value = '';
    void upload(files);
  }

  const uploadChosenEarly = useEffectEvent(uploadChosen);
  // No event reports files that were chosen before this script had loaded.
  useEffect(() => uploadChosenEarly(), []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    void upload(isMultiple ? files : files.slice(0, 1));
  }

  return (
    <>
      <noscript>
        <p>To upload pictures, turn on JavaScript in your browser.</p>
      </noscript>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: people who cannot drop a file use the field */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FieldFrame label={label} hint={hint}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="file"
              accept={pictureTypes}
              multiple={isMultiple}
              disabled={isSending}
              onChange={uploadChosen}
            />
          )}
        </FieldFrame>
        <p role="status">{isSending && 'Uploading …'}</p>
        <UploadChanges pictures={uploaded} />
        <RefusalNotice refusal={refusal} />
      </div>
    </>
  );
}
