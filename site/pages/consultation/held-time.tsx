import { useEffect, useState } from 'react';
import type { SlotHold } from '../../../contract/consultation-shapes.ts';
import { formatTimeRange, toLocalTime } from '../../../contract/local-time.ts';
import styles from './held-time.module.css';

/** Seconds left of a hold, counted by the device's own clock from when it learned of it; null before the page is alive. */
function useSecondsLeft({ hold, secondsLeft }: SlotHold): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hold is another count
  useEffect(() => {
    const end = performance.now() + secondsLeft * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [hold, secondsLeft]);
  return left;
}

function spoken(left: number | null): string {
  if (left === 0) return 'The hold has run out. You can go on: if the time is still free, it is yours.';
  return left !== null && left <= 60 ? 'Less than a minute is left of the hold.' : '';
}

/** The chosen time and how long it is held; a screen reader is told twice at most, not every second. */
export function HeldTime({ hold, timeZone }: { hold: SlotHold; timeZone: string }) {
  const left = useSecondsLeft(hold);
  const isOut = left === 0 || hold.secondsLeft === 0;
  return (
    <div className={styles.held} id="field-slot" tabIndex={-1}>
      <p className={styles.when}>
        <time dateTime={hold.start}>{formatTimeRange(hold, timeZone)}</time>
      </p>
      {isOut || !hold.heldUntil ? (
        <p>The hold has run out. You can go on: if the time is still free, it is yours.</p>
      ) : (
        <p>
          Held for you until {toLocalTime(hold.heldUntil, timeZone).time} ({timeZone}).{' '}
          {left !== null && (
            <span aria-hidden="true" className={styles.left}>
              {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
            </span>
          )}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {spoken(left)}
      </p>
    </div>
  );
}
