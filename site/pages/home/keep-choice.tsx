import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import actions from '../../parts/action.module.css';
import { type Choice, hasChoice, isSameChoice } from './choice.ts';
import styles from './recommended.module.css';
import type { KeptChoices } from './use-kept-choices.ts';

/** What one button forgets: the choice that is shown where it is kept, else the only one, else all. */
function forgettable(choice: Choice | null, kept: Choice[]): { one?: Choice; label: string } | null {
  const one = kept.find((other) => isSameChoice(other, choice)) ?? (kept.length === 1 ? kept[0] : undefined);
  if (one) return { one, label: `Forget “${one.label}”` };
  return kept.length > 0 ? { label: `Forget all ${kept.length}` } : null;
}

/** The buttons by which a visitor lets this device keep choices, or forget them. Their place is there before they are. */
export function KeepChoice({ choice, kept, isReady, keep, forget }: KeptChoices & { choice: Choice | null }) {
  const row = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const forgotten = forgettable(choice, kept);

  /** A pressed button may be gone afterwards: the keyboard goes on from the one that takes its place. */
  function press(change: () => void) {
    flushSync(change);
    (row.current?.querySelector('button') ?? row.current)?.focus();
  }

  return (
    <div className={styles.keep} ref={row} tabIndex={-1}>
      {isReady && choice && !hasChoice(kept, choice) && (
        <button type="button" className={actions.quiet} onClick={() => press(() => setRefused(!keep(choice)))}>
          Remember this choice on this device
        </button>
      )}
      {forgotten && (
        <button type="button" className={actions.quiet} onClick={() => press(() => forget(forgotten.one))}>
          {forgotten.label}
        </button>
      )}
      {isRefused && <p role="alert">This browser does not let us keep anything on this device.</p>}
    </div>
  );
}
