import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { SlotHold } from '../../../contract/forms/consultation-shapes.ts';
import actionStyles from '../../parts/action.module.css';
import { getConsultationAddress } from '../../parts/consultation-address.ts';
import styles from './held-time.module.css';
import type { ConsultationData } from './load.ts';

/** Returns the seconds left of a hold, counted by the device's clock since the hold arrived; null before hydration. */
function useSecondsLeft({ hold, secondsLeft }: SlotHold): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for each hold
  useEffect(() => {
    const end = performance.now() + secondsLeft * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [hold, secondsLeft]);
  return left;
}

const expiryText = 'Your hold has expired. You can still book if the time is free.';

function describeTimeLeft(left: number | null): string {
  if (left === 0) return expiryText;
  return left !== null && left <= 120 ? 'Your hold ends in less than two minutes. Press “Hold longer” to keep it.' : '';
}

const holdLongerFormId = 'hold-longer';

/** Renders the form that holds the same time anew. It is outside the booking form, because forms cannot be nested. */
export function HoldLongerForm({ data, hold }: { data: ConsultationData; hold: SlotHold }) {
  return (
    <Form id={holdLongerFormId} method="post" action={getConsultationAddress(data.parameters)} preventScrollReset>
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="timeZone" value={data.timeZone} />
      <input type="hidden" name="slot" value={hold.start} />
      <input type="hidden" name="hold" value={hold.hold} />
    </Form>
  );
}

/** Renders the held time and a countdown, which screen readers announce at most twice. */
export function HeldTime({ hold, timeZone }: { hold: SlotHold; timeZone: string }) {
  const left = useSecondsLeft(hold);
  const isExpired = left === 0 || hold.secondsLeft === 0;
  return (
    <div className={styles.held} id="field-slot" tabIndex={-1}>
      <p className={styles.when}>
        <time dateTime={hold.start}>{formatTimeRange(hold, timeZone)}</time>
      </p>
      {isExpired || !hold.heldUntil ? (
        <p>{expiryText}</p>
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
        {describeTimeLeft(left)}
      </p>
      {/* Without JavaScript a new page would lose what was typed. */}
      <button type="submit" form={holdLongerFormId} className={`${actionStyles.quiet} ${styles.longer}`}>
        Hold longer
      </button>
    </div>
  );
}
