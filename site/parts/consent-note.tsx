import { useEffect, useRef, useState } from 'react';
import { allowDevice, type Decision, honourRefusal, refuseDevice } from '../consent.ts';
import { useDecision } from '../use-decision.ts';
import { ConsentButtons } from './consent-buttons.tsx';
import styles from './consent-note.module.css';
import { Link } from './link.tsx';
import { storedPath } from './navigation.ts';

const answers: Partial<Record<Decision, string>> = {
  allowed: 'Thank you. This device is recognised from now on.',
  refused: 'Understood. This device is not recognised, and you will not be asked again.',
};

/**
 * Asks once whether this device may be recognised, at the very end of a page, where it covers nothing and moves nothing.
 * Only where a script runs, for without one nothing is ever kept. An answer stays to be read until the page is left.
 */
export function ConsentNote() {
  const decision = useDecision();
  const [isAsked, setAsked] = useState(decision === 'open');
  const [isFailed, setFailed] = useState(false);
  const isPressed = useRef(false);
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(honourRefusal, []);
  useEffect(() => {
    if (decision === 'open') setAsked(true);
    // The pressed button is gone: the keyboard goes on from what stands in its place.
    else if (isPressed.current) answer.current?.focus();
    isPressed.current = false;
  }, [decision]);
  if (!isAsked) return null;

  return (
    <section className={styles.note} aria-label="Recognising this device">
      <p className={styles.text}>
        May we recognise this device when it comes back? Ten visits then count as one reader. Unless you allow it,
        nothing is kept. <Link to={storedPath}>What is stored on this device</Link>
      </p>
      <div className={styles.answer}>
        {decision === 'open' ? (
          <ConsentButtons
            allow={async () => {
              isPressed.current = true;
              setFailed(!(await allowDevice()));
            }}
            refuse={() => {
              isPressed.current = true;
              setFailed(!refuseDevice());
            }}
          />
        ) : (
          <p ref={answer} tabIndex={-1}>
            {answers[decision]}
          </p>
        )}
        {isFailed && <p role="alert">That did not work in this browser. Nothing was kept.</p>}
      </div>
    </section>
  );
}
