import { useSyncExternalStore } from 'react';
import { type Consent, readConsent } from './consent.ts';
import { subscribeToStorage } from './storage.ts';

/** Returns the current consent, also after an answer in another window. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribeToStorage, readConsent, () => 'unknown');
}
