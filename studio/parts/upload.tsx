import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { PictureChange, UploadedPicture } from '../../contract/studio/picture-operations.ts';
import { useClient } from '../context.ts';
import { buttonLink } from './button.tsx';
import form from './form.module.css';
import { Icon } from './icon.tsx';
import { Notice, RefusalNotice } from './notice.tsx';
import styles from './upload.module.css';

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
interface ArrivedUpload {
  uploaded?: ChangedPicture;
}

/** Creates the options of a navigation to the screen of an uploaded picture, so that it says what was changed. */
export function createUploadState({ name, changes }: ChangedPicture): { state: ArrivedUpload } {
  return { state: { uploaded: { name, changes } } };
}

/** Says once what the upload changed that led to this screen. */
export function ArrivedUploadChanges() {
  const { state } = useLocation() as { state: ArrivedUpload | null };
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

/** The types that a file dialog offers. */
const pictureTypes = '.png,.jpg,.jpeg,.webp,.avif,.gif,.svg';

type Refusal = { message: string; requestId: string | null };

/** How far an upload is: the number of stored pictures, and of all. */
interface UploadProgress {
  stored: number;
  count: number;
}

/**
 * Splits a list of files into groups that are sent one after another, so that the user sees the progress. A group has
 * at most 20 files, the most that the server accepts in a request, and few groups stay below its limit of requests.
 */
function splitFiles(files: readonly File[]): File[][] {
  const size = Math.min(20, Math.max(3, Math.ceil(files.length / 8)));
  return Array.from({ length: Math.ceil(files.length / size) }, (_, part) =>
    files.slice(part * size, (part + 1) * size),
  );
}

/** The state of the uploads of a screen or dialog. */
export interface UploadState {
  upload(files: readonly File[]): Promise<void>;
  /** Null while nothing is uploaded. */
  progress: UploadProgress | null;
  uploaded: UploadedPicture[];
  refusal: Refusal | null;
}

/**
 * Returns the function that uploads pictures, and the state of the upload. A refused picture ends the upload; those
 * before it are stored.
 */
export function useUpload(onStored: (pictures: UploadedPicture[]) => void): UploadState {
  const client = useClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [uploaded, setUploaded] = useState<UploadedPicture[]>([]);

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    setRefusal(null);
    setUploaded([]);
    const stored: UploadedPicture[] = [];
    try {
      for (const part of splitFiles(files)) {
        setProgress({ stored: stored.length, count: files.length });
        stored.push(...(await client.uploadPictures(part)));
      }
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      const message = error.kind === 'network' ? 'The connection was lost. Choose the picture again.' : error.message;
      setRefusal({ message, requestId: error.requestId });
    } finally {
      setProgress(null);
    }
    setUploaded(stored);
    if (stored.length > 0) onStored(stored);
  }

  return { upload, progress, uploaded, refusal };
}

/** Says how far an upload is, what it changed in the pictures, and why it was refused. */
export function UploadReport({ state: { progress, uploaded, refusal } }: { state: UploadState }) {
  return (
    <>
      <div role="status" className={styles.report}>
        {progress && (
          <>
            <p>
              Uploading {formatCount(progress.count, 'picture')}
              {progress.stored > 0 && `, ${progress.stored} stored`} …
            </p>
            <progress aria-label="Upload" max={progress.count} value={progress.stored || undefined} />
          </>
        )}
      </div>
      <UploadChanges pictures={uploaded} />
      <RefusalNotice refusal={refusal} />
    </>
  );
}

/** Returns the ref and the change handler of a field whose files are uploaded at once. */
function useFileField(upload: UploadState['upload']) {
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
  return { ref: input, type: 'file', accept: pictureTypes, onChange: uploadChosen } as const;
}

/** Renders a field that looks like a button and uploads the chosen pictures. */
export function UploadButton({
  label,
  look = 'primary',
  isMultiple = true,
  state: { upload, progress },
}: {
  label: string;
  look?: keyof typeof buttonLink;
  isMultiple?: boolean;
  state: UploadState;
}) {
  const field = useFileField(upload);
  return (
    <label className={`${buttonLink[look]} ${styles.button}`}>
      <Icon of={Upload} /> {label}
      <input {...field} multiple={isMultiple} disabled={progress !== null} className="visually-hidden" />
    </label>
  );
}

/** Takes pictures that are dropped anywhere on the screen. While files are dragged over it, the screen says so. */
export function DropScreen({ state: { upload } }: { state: UploadState }) {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((files: readonly File[]) => void upload(files));
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    const hasFiles = ({ dataTransfer }: globalThis.DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    // Leaving the window has no related target.
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        drop([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => events.abort();
  }, []);
  return isOver ? <div className={styles.screen}>Drop to upload</div> : null;
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
  const state = useUpload(onStored);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    void state.upload(isMultiple ? files : files.slice(0, 1));
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
        <p className={form.tight}>
          <UploadButton label={label} look="quiet" isMultiple={isMultiple} state={state} /> or drop{' '}
          {isMultiple ? 'them' : 'it'} here
        </p>
        {hint && <p>{hint}</p>}
        <UploadReport state={state} />
      </div>
    </>
  );
}
