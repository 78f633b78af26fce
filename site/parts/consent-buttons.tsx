import actions from './action.module.css';
import styles from './consent-buttons.module.css';

interface ConsentButtonsProps {
  allow(): void;
  refuse(): void;
  /** The current decision; undefined if the buttons are no toggle buttons. */
  pressed?: 'allowed' | 'refused' | null;
  isDisabled?: boolean;
}

/** Renders the buttons that allow and refuse, with the same size and weight. */
export function ConsentButtons({ allow, refuse, pressed, isDisabled = false }: ConsentButtonsProps) {
  const isShown = pressed !== undefined;
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={actions.quiet}
        disabled={isDisabled}
        aria-pressed={isShown ? pressed === 'allowed' : undefined}
        onClick={allow}
      >
        Allow
      </button>
      <button
        type="button"
        className={actions.quiet}
        disabled={isDisabled}
        aria-pressed={isShown ? pressed === 'refused' : undefined}
        onClick={refuse}
      >
        No, thank you
      </button>
    </div>
  );
}
