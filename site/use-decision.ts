import { useSyncExternalStore } from 'react';
import { type Decision, readDecision } from './consent.ts';
import { onStoredChange } from './storage.ts';

/** The decision as it stands, also when it is made in another window. */
export function useDecision(): Decision {
  return useSyncExternalStore(onStoredChange, readDecision, () => 'unknown');
}
