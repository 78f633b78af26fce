/** What this device may keep, by its key in local storage, misspellings included (specification, section 3); all JSON. */
export const storageKeys = { device: 'deviceuuID', details: 'userDatails', categories: 'userCategories' } as const;

export type Stored = keyof typeof storageKeys;

/** What is kept, of a shape the caller has to check; null where there is nothing, no storage, or no JSON. */
export function readStored(what: Stored): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKeys[what]) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value; false where the browser does not allow it or has no room. */
export function keepStored(what: Stored, value: unknown): boolean {
  try {
    localStorage.setItem(storageKeys[what], JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Removes what is kept; where storage is blocked there is nothing to remove. */
export function forgetStored(what: Stored): void {
  try {
    localStorage.removeItem(storageKeys[what]);
  } catch {
    // Nothing was kept.
  }
}
