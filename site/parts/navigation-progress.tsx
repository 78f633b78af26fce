import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';

/** Milliseconds until a text with a plain link replaces the spinner (specification, section 9). */
const spinnerTimeout = 8_000;

/** Renders the spinner, or, if `lateHref` is given, a text with a link to that address. */
export function LoadingStatus({ lateHref }: { lateHref: string | null }) {
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

/** Shows in the middle of the window that a page is loading. Loading continues while the late text is shown. */
export function NavigationProgress() {
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
      <LoadingStatus lateHref={isLate ? location.pathname + location.search : null} />
    </div>
  );
}
