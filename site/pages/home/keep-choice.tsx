import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import actions from '../../parts/action.module.css';
import { type Choice, isSameChoice } from './choice.ts';
import styles from './recommended.module.css';
import type { KeptChoice } from './use-kept-choice.ts';

/** The buttons by which a visitor lets this device keep a choice, or forget it. Its place is there before they are. */
export function KeepChoice({ choice, kept, isReady, keep, forget }: KeptChoice & { choice: Choice | null }) {
  const row = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);

  /** A pressed button may be gone afterwards: the keyboard goes on from the one that takes its place. */
  function press(change: () => void) {
    flushSync(change);
    (row.current?.querySelector('button') ?? row.current)?.focus();
  }

  return (
    <div className={styles.keep} ref={row} tabIndex={-1}>
      {isReady && choice && !isSameChoice(choice, kept) && (
        <button type="button" className={actions.quiet} onClick={() => press(() => setRefused(!keep(choice)))}>
          Remember this choice on this device
        </button>
      )}
      {kept && (
        <button type="button" className={actions.quiet} onClick={() => press(forget)}>
          {`Forget “${kept.label}”`}
        </button>
      )}
      {isRefused && <p role="alert">This browser does not let us keep anything on this device.</p>}
    </div>
  );
}
