import { useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type Consent, giveConsent, refuseConsent } from '../../device/consent.ts';
import {
  readStoredText,
  removeStoredItem,
  type StoredItem,
  storageKeys,
  subscribeToStorage,
} from '../../device/storage.ts';
import { neededThings, storedItems } from '../../device/stored-things.ts';
import { useConsent } from '../../device/use-consent.ts';
import actions from '../../parts/action.module.css';
import { ConsentButtons } from '../../parts/consent-buttons.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { describeStoredValue } from './describe-stored-value.ts';
import styles from './stored-on-device.module.css';

const undecided = 'You have not decided, so this device is not recognised.';
const decisions: Record<Consent, string> = {
  // The server and the first render do not know the decision, so they show the text of a first visit.
  unknown: undecided,
  open: undecided,
  allowed: 'You allowed it. The identifier below records your consent. Remove it to withdraw your consent.',
  refused: 'You refused, so this device is not recognised.',
  signalled: 'Your browser sends the Global Privacy Control signal. We treat that as a refusal.',
  impossible: 'This browser does not let websites store anything, so this device is not recognised.',
};

const items = Object.keys(storedItems) as StoredItem[];

const nothingStored = '{}';

/** Returns the stored JSON of each item, and follows changes in other windows; nothing on the server. */
function useStoredTexts(): Partial<Record<StoredItem, string>> {
  // A snapshot must be the same value while nothing changes, so it is a text.
  const snapshot = useSyncExternalStore(
    subscribeToStorage,
    () => JSON.stringify(Object.fromEntries(items.map((what) => [what, readStoredText(what) ?? undefined]))),
    () => nothingStored,
  );
  return JSON.parse(snapshot);
}

interface StoredRowProps {
  what: StoredItem;
  purpose: string;
  /** The stored JSON, null if there is none. */
  text: string | null;
  remove(): void;
}

/** Renders a storage key with its purpose, its value and a remove button. */
function StoredRow({ what, purpose, text, remove }: StoredRowProps) {
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

/**
 * Renders what this site stores on the device, buttons to remove it, and the choice whether the device is recognised.
 */
function StoredOnDevice({ Heading }: SectionProps<'storage', null>) {
  const decision = useConsent();
  const texts = useStoredTexts();
  const [statusText, setStatusText] = useState('');
  const statusLine = useRef<HTMLParagraphElement>(null);
  const isFixed = !['open', 'allowed', 'refused'].includes(decision);
  const isEmpty = items.every((what) => texts[what] === undefined);

  function announce(text: string, takesFocus = false) {
    setStatusText(text);
    if (takesFocus) statusLine.current?.focus();
  }

  return (
    <>
      <p className={styles.withoutScript}>Without JavaScript, as here, this site stores nothing on your device.</p>
      <div className={styles.withScript}>
        <Heading className={styles.title}>May this device be recognised?</Heading>
        <p className={styles.text}>{decisions[decision]}</p>
        <ConsentButtons
          pressed={decision === 'allowed' || decision === 'refused' ? decision : null}
          isDisabled={isFixed}
          allow={async () =>
            announce(
              (await giveConsent()) ? 'Allowed. The identifier is stored.' : 'That did not work. Nothing was stored.',
            )
          }
          refuse={() => announce(refuseConsent() ? 'Your choice is saved.' : 'That did not work. Nothing was stored.')}
        />
        <Heading className={styles.title}>What is stored now</Heading>
        <ul className={styles.rows}>
          {items.map((what) => (
            <StoredRow
              key={what}
              what={what}
              purpose={`${storedItems[what].purpose}, ${storedItems[what].when}`}
              text={texts[what] ?? null}
              remove={() => {
                removeStoredItem(what);
                announce(`${storageKeys[what]} was removed.`);
              }}
            />
          ))}
        </ul>
        <button
          type="button"
          className={`${actions.quiet} ${styles.removeAll}`}
          disabled={isEmpty}
          onClick={() => {
            items.forEach(removeStoredItem);
            // The button becomes disabled and loses the focus, so the status gets it.
            announce('Everything was removed. Nothing is stored on this device.', true);
          }}
        >
          Remove everything
        </button>
        <Heading className={styles.title}>What the site needs to work</Heading>
        <ul className={styles.rows}>
          {neededThings.map(({ key, place, purpose, when, until }) => (
            <li key={key} className={styles.row}>
              <p>
                <code className={styles.key}>{key}</code>
              </p>
              <p className={styles.purpose}>
                {purpose}. {place}, stored {when}, {until}.
              </p>
            </li>
          ))}
        </ul>
        <p ref={statusLine} className={styles.status} role="status" tabIndex={-1}>
          {statusText}
        </p>
      </div>
    </>
  );
}

export const section = createSection('storage', { Content: StoredOnDevice });
