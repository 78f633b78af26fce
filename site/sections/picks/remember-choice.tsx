import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import actions from '../../parts/action.module.css';
import { includesChoice, isSameChoice, type VisitorChoice } from './choice.ts';
import styles from './recommended-entries.module.css';
import type { RememberedChoices } from './use-remembered-choices.ts';

/** Returns what the forget button removes: the selected choice if it is stored, else the only stored one, else all. */
function getForgettable(
  choice: VisitorChoice | null,
  remembered: VisitorChoice[],
): { one?: VisitorChoice; label: ReactNode } | null {
  const one =
    remembered.find((other) => isSameChoice(other, choice)) ?? (remembered.length === 1 ? remembered[0] : undefined);
  if (one)
    return {
      one,
      label: (
        <>
          Forget “<bdi>{one.label}</bdi>”
        </>
      ),
    };
  return remembered.length > 0 ? { label: `Forget all ${remembered.length}` } : null;
}

/** Renders the buttons that store the selected choice on this device or remove it. CSS reserves their space. */
export function RememberChoice({
  choice,
  remembered,
  isHydrated,
  remember,
  forget,
}: RememberedChoices & { choice: VisitorChoice | null }) {
  const row = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const forgettable = getForgettable(choice, remembered);

  /** Applies a change and moves the focus to the remaining button, since the change may remove the clicked one. */
  function press(change: () => void) {
    flushSync(change);
    (row.current?.querySelector('button') ?? row.current)?.focus();
  }

  return (
    <div className={styles.rememberButtons} ref={row} tabIndex={-1}>
      {isHydrated && choice && !includesChoice(remembered, choice) && (
        <button type="button" className={actions.quiet} onClick={() => press(() => setRefused(!remember(choice)))}>
          Remember this choice on this device
        </button>
      )}
      {forgettable && (
        <button type="button" className={actions.quiet} onClick={() => press(() => forget(forgettable.one))}>
          {forgettable.label}
        </button>
      )}
      {isRefused && <p role="alert">This browser does not let us store anything on this device.</p>}
    </div>
  );
}
