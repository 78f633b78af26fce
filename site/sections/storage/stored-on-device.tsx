import { useRef, useState, useSyncExternalStore } from 'react';
import { type Consent, giveConsent, refuseConsent } from '../../device/consent.ts';
import {
  readStoredText,
  removeStoredItem,
  type StoredItem,
  storageKeys,
  subscribeToStorage,
} from '../../device/storage.ts';
import { useConsent } from '../../device/use-consent.ts';
import actions from '../../parts/action.module.css';
import { ConsentButtons } from '../../parts/consent-buttons.tsx';
import styles from './stored-on-device.module.css';
import { StoredRow } from './stored-row.tsx';

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

const rows: readonly [StoredItem, string][] = [
  ['device', 'Recognises this device, so that ten visits count as one reader'],
  ['details', 'Fills in forms for you'],
  ['categories', 'Decides what the home page shows first'],
  ['refusal', 'Remembers that you refused; the same word on every device'],
  ['searchKey', 'Remembers that you turned the / key off; the same word on every device'],
  ['theme', 'Shows the site light or dark, whatever your system’s setting'],
];
const items = rows.map(([what]) => what);

function useStoredText(what: StoredItem): string | null {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readStoredText(what) ?? null,
    () => null,
  );
}

/** Returns the stored JSON under each key, and follows changes in other windows; null on the server. */
function useStoredTexts(): Record<StoredItem, string | null> {
  return {
    device: useStoredText('device'),
    details: useStoredText('details'),
    categories: useStoredText('categories'),
    refusal: useStoredText('refusal'),
    searchKey: useStoredText('searchKey'),
    theme: useStoredText('theme'),
  };
}

/**
 * Renders what this site stores on the device, buttons to remove it, and the choice whether the device is recognised.
 */
export function StoredOnDevice({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const decision = useConsent();
  const texts = useStoredTexts();
  const [statusText, setStatusText] = useState('');
  const statusLine = useRef<HTMLParagraphElement>(null);
  const isFixed = !['open', 'allowed', 'refused'].includes(decision);
  const isEmpty = items.every((what) => texts[what] === null);

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
          {rows.map(([what, purpose]) => (
            <StoredRow
              key={what}
              what={what}
              purpose={purpose}
              text={texts[what]}
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
        <p ref={statusLine} className={styles.status} role="status" tabIndex={-1}>
          {statusText}
        </p>
      </div>
    </>
  );
}
