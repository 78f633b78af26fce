import { useRef, useState } from 'react';
import type { TocItem } from '../../../contract/entry-shapes.ts';
import { allowDevice, type Decision, refuseDevice } from '../../consent.ts';
import actions from '../../parts/action.module.css';
import { ConsentButtons } from '../../parts/consent-buttons.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { forgetStored, type Stored, storageKeys } from '../../storage.ts';
import { useDecision } from '../../use-decision.ts';
import styles from './stored-here.module.css';
import { StoredRow } from './stored-row.tsx';
import { useStoredTexts } from './use-stored-texts.ts';

/** The section's line in the contents of its page. */
export const storedItem: TocItem = { depth: 2, id: 'stored', text: 'Stored on this device' };

const undecided = 'You have not decided, so this device is not recognised.';
const decisions: Record<Decision, string> = {
  // Until the page is alive it says what holds for whoever comes for the first time.
  unknown: undecided,
  open: undecided,
  allowed: 'You allowed it. The identifier below is where that is remembered; when it goes, so does your consent.',
  refused: 'You said no. This device is not recognised.',
  signalled: 'Your browser sends the Global Privacy Control signal. That is a no, and it holds.',
  impossible: 'This browser lets websites keep nothing, so this device is not recognised.',
};

const rows: readonly [Stored, string][] = [
  ['device', 'Recognises this device, so that ten visits count as one reader'],
  ['details', 'Fills in forms for you'],
  ['categories', 'Decides what the home page shows first'],
  ['refusal', 'Remembers that you said no; the same word on every device'],
  ['searchKey', 'Remembers that you turned the / key off; the same word on every device'],
  ['theme', 'Shows the site light or dark, whatever your system does'],
];
const all = rows.map(([what]) => what);

/** Everything this site keeps on the device, with a way to remove each, and the choice whether it is recognised. */
export function StoredHere() {
  const decision = useDecision();
  const texts = useStoredTexts();
  const [news, setNews] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const isFixed = !['open', 'allowed', 'refused'].includes(decision);
  const isEmpty = all.every((what) => texts[what] === null);

  function say(text: string, isPlace = false) {
    setNews(text);
    if (isPlace) status.current?.focus();
  }

  return (
    <Sheet id="stored" number={1} title="Stored on this device">
      <p className={styles.still}>Where no script runs, as here, this site keeps nothing on your device.</p>
      <div className={styles.live}>
        <h3 className={styles.title}>May this device be recognised?</h3>
        <p className={styles.text}>{decisions[decision]}</p>
        <ConsentButtons
          pressed={decision === 'allowed' || decision === 'refused' ? decision : null}
          isDisabled={isFixed}
          allow={async () =>
            say((await allowDevice()) ? 'Allowed. The identifier is kept.' : 'That did not work. Nothing was kept.')
          }
          refuse={() => say(refuseDevice() ? 'Your no is kept.' : 'That did not work. Nothing was kept.')}
        />
        <h3 className={styles.title}>What is kept now</h3>
        <ul className={styles.rows}>
          {rows.map(([what, purpose]) => (
            <StoredRow
              key={what}
              what={what}
              purpose={purpose}
              text={texts[what]}
              remove={() => {
                forgetStored(what);
                say(`${storageKeys[what]} was removed.`);
              }}
            />
          ))}
        </ul>
        <button
          type="button"
          className={`${actions.quiet} ${styles.everything}`}
          disabled={isEmpty}
          onClick={() => {
            all.forEach(forgetStored);
            // The button has nothing left to do and lets the focus go.
            say('Everything was removed. Nothing is stored on this device.', true);
          }}
        >
          Remove everything
        </button>
        <p ref={status} className={styles.news} role="status" tabIndex={-1}>
          {news}
        </p>
      </div>
    </Sheet>
  );
}
