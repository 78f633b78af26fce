import { useSyncExternalStore } from 'react';
import { onStoredChange, readText, type Stored } from '../../storage.ts';

function useStoredText(what: Stored): string | null {
  return useSyncExternalStore(
    onStoredChange,
    () => readText(what) ?? null,
    () => null,
  );
}

/** What stands under each key just now, also when another window changes it; nothing on the server. */
export function useStoredTexts(): Record<Stored, string | null> {
  return {
    device: useStoredText('device'),
    details: useStoredText('details'),
    categories: useStoredText('categories'),
    refusal: useStoredText('refusal'),
    searchKey: useStoredText('searchKey'),
    theme: useStoredText('theme'),
  };
}
