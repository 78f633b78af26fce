import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import styles from './loading.module.css';

/** When the spinner gives way to a text with a plain link (specification, section 9: configured time-out 8000 ms). */
const spinnerTimeout = 8_000;

/** The spinner, or the text that takes its place once there is an address to offer. */
export function LoadingSign({ lateHref }: { lateHref: string | null }) {
  if (lateHref !== null)
    return (
      <p role="status" className={styles.late}>
        Still loading. <a href={lateHref}>Open the page directly</a>
      </p>
    );
  return (
    <div role="status" className={styles.spinner}>
      <svg viewBox="0 0 80 80" width="80" height="80" aria-hidden="true">
        <circle cx="40" cy="40" r="34" className={styles.track} />
        <path d="M40 6 a34 34 0 0 1 34 34" className={styles.arc} />
      </svg>
      <span className="visually-hidden">Loading the page</span>
    </div>
  );
}

/** Shown in the middle of the window while a page is on its way; attempts go on behind the "still loading" text. */
export function Loading() {
  const { state, location } = useNavigation();
  const [isLate, setLate] = useState(false);
  const isLoading = state === 'loading';
  useEffect(() => {
    setLate(false);
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), spinnerTimeout);
    return () => clearTimeout(timer);
  }, [isLoading]);

  if (!isLoading) return null;
  return (
    <div className={styles.loading}>
      <LoadingSign lateHref={isLate ? location.pathname + location.search : null} />
    </div>
  );
}
