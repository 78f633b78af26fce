import { useEffect, useRef, useState } from 'react';
import { type Consent, giveConsent, refuseConsent, removeRefusedDeviceId } from '../device/consent.ts';
import { useConsent } from '../device/use-consent.ts';
import { ConsentButtons } from './consent-buttons.tsx';
import styles from './consent-prompt.module.css';
import { Link } from './link.tsx';
import { storedDataPath } from './navigation.ts';

const answers: Partial<Record<Consent, string>> = {
  allowed: 'Thank you. We will recognise this device from now on.',
  refused: 'Understood. We will not recognise this device, and will not ask again.',
};

/**
 * Asks once whether this device may be recognised. The prompt is at the end of the page, where it covers and shifts no
 * content. It needs JavaScript, without which nothing is stored. The answer is shown until the page is left.
 */
export function ConsentPrompt() {
  const decision = useConsent();
  const [isAsked, setAsked] = useState(decision === 'open');
  const [isFailed, setFailed] = useState(false);
  const isPressed = useRef(false);
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(removeRefusedDeviceId, []);
  useEffect(() => {
    if (decision === 'open') setAsked(true);
    // The answer replaces the button that had the focus.
    else if (isPressed.current) answer.current?.focus();
    isPressed.current = false;
  }, [decision]);
  if (!isAsked) return null;

  return (
    <section className={styles.prompt} aria-label="Recognising this device">
      <p className={styles.text}>
        May we recognise this device when it comes back? Ten visits then count as one reader. Unless you allow it,
        nothing is stored. <Link to={storedDataPath}>What is stored on this device</Link>
      </p>
      <div className={styles.answer}>
        {decision === 'open' ? (
          <ConsentButtons
            allow={async () => {
              isPressed.current = true;
              setFailed(!(await giveConsent()));
            }}
            refuse={() => {
              isPressed.current = true;
              setFailed(!refuseConsent());
            }}
          />
        ) : (
          <p ref={answer} tabIndex={-1}>
            {answers[decision]}
          </p>
        )}
        {isFailed && <p role="alert">That did not work in this browser. Nothing was stored.</p>}
      </div>
    </section>
  );
}
