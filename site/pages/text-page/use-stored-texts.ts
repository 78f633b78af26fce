import { useSyncExternalStore } from 'react';
import { readStoredText, type StoredItem, subscribeToStorage } from '../../device/storage.ts';

function useStoredText(what: StoredItem): string | null {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readStoredText(what) ?? null,
    () => null,
  );
}

/** Returns the stored JSON under each key, and follows changes in other windows; null on the server. */
export function useStoredTexts(): Record<StoredItem, string | null> {
  return {
    device: useStoredText('device'),
    details: useStoredText('details'),
    categories: useStoredText('categories'),
    refusal: useStoredText('refusal'),
    searchKey: useStoredText('searchKey'),
    theme: useStoredText('theme'),
  };
}
