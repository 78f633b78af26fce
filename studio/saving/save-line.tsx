import { use } from 'react';
import { SettingsContext } from '../context.ts';
import { formatTime } from '../parts/time.ts';
import type { SaverSnapshot } from './draft-saver.ts';
import styles from './save-line.module.css';

function describe({ state, savedAt, message }: SaverSnapshot, timeZone: string): string {
  switch (state) {
    case 'saved':
      return savedAt ? `Saved ${formatTime(savedAt, timeZone)}` : 'Nothing changed yet';
    case 'saving':
      return 'Saving…';
    case 'local':
      return 'On this device only: the server was not reached. It is sent again by itself.';
    case 'signed-out':
      return 'On this device only: your session has ended.';
    case 'refused':
      return `On this device only. Refused, because: ${message}`;
    case 'conflict':
      return 'On this device only: somebody changed the same words. Choose below.';
  }
}

/** The one line that always tells where the latest edit is. */
export function SaveLine({ draft }: { draft: SaverSnapshot }) {
  const { timeZone } = use(SettingsContext);
  return (
    <p role="status" className={styles.line} data-state={draft.state}>
      {describe(draft, timeZone)}
    </p>
  );
}
