import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type StoredItem, storageKeys } from '../../device/storage.ts';
import actions from '../../parts/action.module.css';
import { describeStoredValue } from './describe-stored-value.ts';
import styles from './stored-on-device.module.css';

interface StoredRowProps {
  what: StoredItem;
  purpose: string;
  /** The stored JSON, null if there is none. */
  text: string | null;
  remove(): void;
}

/** Renders a storage key with its purpose, its value and a remove button. */
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
        {describeStoredValue(what, text)}
      </p>
      <div className={styles.rowAction}>
        {text !== null && (
          <button
            type="button"
            className={actions.quiet}
            aria-label={`Remove ${key}`}
            onClick={() => {
              flushSync(remove);
              // The clicked button is gone, so the value gets the focus.
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
