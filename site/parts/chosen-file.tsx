import { formatFileSize } from '../../contract/forms/uploads.ts';
import { keptField } from '../forms/attachment-fields.ts';
import type { Attachment } from '../forms/use-uploads.ts';
import styles from './attachments.module.css';

interface ChosenFileProps {
  file: Attachment;
  onRetry: () => void;
  onRemove: () => void;
}

function describeState({ state, share, problem }: Attachment): string {
  if (state === 'failed') return problem ?? '';
  if (state === 'stored') return 'Attached';
  return share < 1 ? `${Math.floor(share * 100)} %` : 'Checking…';
}

/** Renders a chosen file with the progress of its upload and the buttons to retry and remove it. */
export function ChosenFile({ file, onRetry, onRemove }: ChosenFileProps) {
  const { name, size, state, share } = file;
  return (
    <li className={styles.file} data-state={state}>
      <span dir="auto" className={styles.name}>
        {name}
      </span>
      <span className={styles.size}>{formatFileSize(size)}</span>
      {state === 'sending' && (
        <progress className={styles.progress} value={share} max={1} aria-label={`Sending ${name}`} />
      )}
      <span className={state === 'failed' ? styles.failed : styles.state}>{describeState(file)}</span>
      <span className={styles.actions}>
        {state === 'failed' && (
          <button type="button" className={styles.button} onClick={onRetry}>
            Try again<span className="visually-hidden"> to send {name}</span>
          </button>
        )}
        <button type="button" className={styles.button} onClick={onRemove}>
          {state === 'sending' ? 'Cancel' : 'Remove'} <span className="visually-hidden">{name}</span>
        </button>
      </span>
    </li>
  );
}

/** Renders a stored file in a page without JavaScript, with a checkbox that leaves the file out. */
export function StoredFile({ file: { token, name, size } }: { file: Attachment }) {
  return (
    <li className={styles.file}>
      <label className={styles.storedFile}>
        <input type="checkbox" name={keptField} value={JSON.stringify({ token, name, size })} defaultChecked />
        <span dir="auto" className={styles.name}>
          {name}
        </span>
        <span className={styles.size}>{formatFileSize(size)}</span>
      </label>
    </li>
  );
}
