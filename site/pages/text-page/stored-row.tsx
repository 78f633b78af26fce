import { useRef } from 'react';
import { flushSync } from 'react-dom';
import actions from '../../parts/action.module.css';
import { type Stored, storageKeys } from '../../storage.ts';
import { describeStored } from './describe-stored.ts';
import styles from './stored-here.module.css';

interface StoredRowProps {
  what: Stored;
  purpose: string;
  /** As it is in the storage, null for nothing. */
  text: string | null;
  remove(): void;
}

/** One thing that may be kept: its key, what it is for, what it says now. Its height is the same with the button and without. */
export function StoredRow({ what, purpose, text, remove }: StoredRowProps) {
  const value = useRef<HTMLParagraphElement>(null);
  const key = storageKeys[what];
  return (
    <li className={styles.row}>
      <div>
        <p>
          <code className={styles.key}>{key}</code>
        </p>
        <p className={styles.purpose}>{purpose}</p>
      </div>
      <p ref={value} className={styles.value} tabIndex={-1}>
        {describeStored(what, text)}
      </p>
      <div className={styles.act}>
        {text !== null && (
          <button
            type="button"
            className={actions.quiet}
            aria-label={`Remove ${key}`}
            onClick={() => {
              flushSync(remove);
              // The pressed button is gone: the keyboard goes on from the line it belonged to.
              value.current?.focus();
            }}
          >
            Remove
          </button>
        )}
      </div>
    </li>
  );
}
