/**
 * The keys in local storage of all that the site stores on a device, always as JSON. The specification (section 3)
 * names the first three, `userDatails` included. The others are ours: a stored refusal, because the site would
 * otherwise ask on every page; that the / key is off; and the theme.
 */
export const storageKeys = {
  device: 'deviceuuID',
  details: 'userDatails',
  categories: 'userCategories',
  refusal: 'deviceConsent',
  searchKey: 'searchKey',
  theme: 'deviceTheme',
} as const;

export type StoredItem = keyof typeof storageKeys;

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of storage, in this window or another; returns a function that unsubscribes. */
export function subscribeToStorage(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the JSON text of an item; null if it is not stored, undefined if the browser allows no storage. */
export function readStoredText(item: StoredItem): string | null | undefined {
  try {
    return localStorage.getItem(storageKeys[item]);
  } catch {
    return undefined;
  }
}

/** Returns whether anything is stored on this device that a page may have to show. */
export function hasStoredItems(): boolean {
  return (Object.keys(storageKeys) as StoredItem[]).some((item) => readStoredText(item) != null);
}

/** Returns the value of an item, whose shape the caller must check; null without storage, an item or valid JSON. */
export function readStoredItem(item: StoredItem): unknown {
  try {
    return JSON.parse(readStoredText(item) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value; returns false if the browser does not allow storage or has no room. */
export function storeItem(item: StoredItem, value: unknown): boolean {
  try {
    localStorage.setItem(storageKeys[item], JSON.stringify(value));
    notifyListeners();
    return true;
  } catch {
    return false;
  }
}

export function removeStoredItem(item: StoredItem): void {
  try {
    localStorage.removeItem(storageKeys[item]);
    notifyListeners();
  } catch {
    // A browser that allows no storage has nothing to remove.
  }
}
