import actions from './action.module.css';
import styles from './consent-buttons.module.css';

interface ConsentButtonsProps {
  allow(): void;
  refuse(): void;
  /** Which one holds already, where that is shown. */
  pressed?: 'allowed' | 'refused' | null;
  isDisabled?: boolean;
}

/** Yes and no side by side: same size, same weight, one press each. */
export function ConsentButtons({ allow, refuse, pressed, isDisabled = false }: ConsentButtonsProps) {
  const isShown = pressed !== undefined;
  return (
    <div className={styles.pair}>
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
