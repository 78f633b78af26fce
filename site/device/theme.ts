import { useSyncExternalStore } from 'react';
import { readStoredItem, readStoredText, removeStoredItem, storeItem, subscribeToStorage } from './storage.ts';

/** The themes a visitor can choose. `system` follows the device; it is the default and is never stored. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns whether a value is a theme that can be stored. */
export function isStorableTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark';
}

function toTheme(value: unknown): Theme {
  return isStorableTheme(value) ? value : 'system';
}

/**
 * Reads the theme from the document and not from storage, so that a choice works also where the browser stores nothing.
 */
function readShownTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** Applies a theme to the document, as `theme-script.ts` does before the first paint. */
function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.theme;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}

/** Shows and stores a theme. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  if (theme === 'system') removeStoredItem('theme');
  else storeItem('theme', theme);
}

/** The stored text when it was last applied. Other changes of storage must not change the theme. */
let appliedText: string | null | undefined = null;

/** Shows the stored theme after every change of it, in this window or another; returns a function that stops. */
export function followStoredTheme(): () => void {
  function apply() {
    const text = readStoredText('theme');
    if (text === appliedText || text === undefined) return;
    appliedText = text;
    showTheme(toTheme(readStoredItem('theme')));
  }
  apply();
  const unsubscribe = subscribeToStorage(apply);
  // A page restored from the back/forward cache has missed the storage events.
  window.addEventListener('pageshow', apply);
  return () => {
    unsubscribe();
    window.removeEventListener('pageshow', apply);
  };
}

function subscribeToShownTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Returns the theme that is shown; `system` on the server, which does not know the visitor's choice. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToShownTheme, readShownTheme, () => 'system');
}
