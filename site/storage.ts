/**
 * What this device may keep, by its key in local storage, misspellings included; all JSON. Three are the specification's
 * (section 3). The others are ours: a refusal has to be remembered, or it would be asked for on every page, and so has the
 * wish that the / key opens nothing, and a theme.
 */
export const storageKeys = {
  device: 'deviceuuID',
  details: 'userDatails',
  categories: 'userCategories',
  refusal: 'deviceConsent',
  searchKey: 'searchKey',
  theme: 'deviceTheme',
} as const;

export type Stored = keyof typeof storageKeys;

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever something kept has changed, here or in another window; answers how to end that. */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The text under a key; null where there is nothing, undefined where the browser allows no storage at all. */
export function readText(what: Stored): string | null | undefined {
  try {
    return localStorage.getItem(storageKeys[what]);
  } catch {
    return undefined;
  }
}

/** Whether this device keeps anything of ours, which a page then shows or minds. */
export function keepsAnything(): boolean {
  return (Object.keys(storageKeys) as Stored[]).some((what) => readText(what) != null);
}

/** What is kept, of a shape the caller has to check; null where there is nothing, no storage, or no JSON. */
export function readStored(what: Stored): unknown {
  try {
    return JSON.parse(readText(what) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value; false where the browser does not allow it or has no room. */
export function keepStored(what: Stored, value: unknown): boolean {
  try {
    localStorage.setItem(storageKeys[what], JSON.stringify(value));
    tell();
    return true;
  } catch {
    return false;
  }
}

/** Removes what is kept; where storage is blocked there is nothing to remove. */
export function forgetStored(what: Stored): void {
  try {
    localStorage.removeItem(storageKeys[what]);
    tell();
  } catch {
    // Nothing was kept.
  }
}
