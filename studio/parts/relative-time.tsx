import { use, useSyncExternalStore } from 'react';
import { StudioSettingsContext } from '../context.ts';
import styles from './relative-time.module.css';
import { formatRelativeTime, formatTime } from './time.ts';

const minute = 60_000;

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, minute / 2);
  return () => clearInterval(timer);
}

/** Returns the present minute in milliseconds; while hydrating, the minute at which the server rendered the page. */
export function useNow(): number {
  const { renderedAt } = use(StudioSettingsContext);
  return useSyncExternalStore(
    subscribeToMinutes,
    () => Math.floor(Date.now() / minute) * minute,
    () => renderedAt,
  );
}

/**
 * Shows a time relative to now, past or future. The exact time is shown instead while the pointer is over it, and while
 * something in its row has the focus.
 */
export function RelativeTime({ at, className = '' }: { at: string; className?: string | undefined }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <time dateTime={at} className={`${styles.time} ${className}`} data-exact={formatTime(at, timeZone)}>
      {formatRelativeTime(at, useNow(), timeZone)}
    </time>
  );
}
