import { formatFileSize } from '../../contract/uploads.ts';
import { keptField } from '../forms/attachment-fields.ts';
import type { Attachment } from '../forms/use-uploads.ts';
import styles from './attachments.module.css';

interface ChosenFileProps {
  file: Attachment;
  onRetry: () => void;
  onRemove: () => void;
}

function stateOf({ state, share, problem }: Attachment): string {
  if (state === 'failed') return problem ?? '';
  if (state === 'stored') return 'Attached';
  return share < 1 ? `${Math.floor(share * 100)} %` : 'Checking…';
}

/** A file on its way or attached, with what one can do about it. */
export function ChosenFile({ file, onRetry, onRemove }: ChosenFileProps) {
  const { name, size, state, share } = file;
  return (
    <li className={styles.file} data-state={state}>
      <span className={styles.name}>{name}</span>
      <span className={styles.size}>{formatFileSize(size)}</span>
      {state === 'sending' && (
        <progress className={styles.progress} value={share} max={1} aria-label={`Sending ${name}`} />
      )}
      <span className={state === 'failed' ? styles.failed : styles.state}>{stateOf(file)}</span>
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

/** A file that is stored already, in a page without JavaScript: unticked it is left out. */
export function KeptFile({ file: { token, name, size } }: { file: Attachment }) {
  return (
    <li className={styles.file}>
      <label className={styles.kept}>
        <input type="checkbox" name={keptField} value={JSON.stringify({ token, name, size })} defaultChecked />
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>{formatFileSize(size)}</span>
      </label>
    </li>
  );
}
