import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns whether scripts run: false on the server and while hydrating, and so in pages without JavaScript. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
