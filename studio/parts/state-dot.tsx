import type { ReactNode } from 'react';
import styles from './state-dot.module.css';

/**
 * The tones of a state. Each has a colour and a shape of its own: `live` what visitors see or what is done, `next` what
 * happens later, `open` what waits for somebody, `soft` what rests, `alert` what went wrong.
 */
export type Tone = 'live' | 'next' | 'open' | 'soft' | 'alert';

export function StateDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
