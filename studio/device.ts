import { useSyncExternalStore } from 'react';

/** The keys in local storage of what the Studio stores on a device. The theme is stored under the site's own key. */
export const studioStorageKeys = {
  /** That the rail is folded. */
  rail: 'studioRail',
  /** That the browser was asked to keep unsaved edits. */
  persistence: 'studioStorageAsked',
} as const;

/**
 * Folds the rail before the first paint, if it was folded on this device. The policy allows this text by its hash
 * (`server/studio/headers.ts`). Without JavaScript the rail is open.
 */
export const railScript =
  `try{if(localStorage.getItem('${studioStorageKeys.rail}')==='folded')` +
  "document.documentElement.dataset.rail='folded'}catch{}";

/** Folds or opens the rail, and remembers it on this device. */
export function setRailFolded(isFolded: boolean): void {
  const { dataset } = document.documentElement;
  if (isFolded) dataset.rail = 'folded';
  else delete dataset.rail;
  try {
    if (isFolded) localStorage.setItem(studioStorageKeys.rail, 'folded');
    else localStorage.removeItem(studioStorageKeys.rail);
  } catch {
    // A browser that allows no storage shows the rail open in the next page.
  }
}

function subscribeToRail(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-rail'] });
  return () => observer.disconnect();
}

/** Returns whether the rail is folded; false on the server, which does not know the device. */
export function useRailFolded(): boolean {
  return useSyncExternalStore(
    subscribeToRail,
    () => document.documentElement.dataset.rail === 'folded',
    () => false,
  );
}

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Returns whether the device has no network at all; false on the server. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine === false,
    () => false,
  );
}
