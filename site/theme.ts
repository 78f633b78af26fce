import { useSyncExternalStore } from 'react';
import { forgetStored, keepStored, onStoredChange, readStored, readText } from './storage.ts';

/** `system` follows the device and is what holds where nothing was chosen; only the other two are ever kept. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Whether a value is a choice that can be kept. */
export function isThemeChoice(value: unknown): value is Theme {
  return value === 'light' || value === 'dark';
}

function asTheme(value: unknown): Theme {
  return isThemeChoice(value) ? value : 'system';
}

/** The attribute is the truth, so that a choice holds for the open page also where nothing can be kept. */
function shownTheme(): Theme {
  return asTheme(document.documentElement.dataset.theme);
}

/** What `theme-script.ts` does before the first paint, and its undoing. */
function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.theme;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}

/** Shows a theme and remembers it; `system` leaves nothing on the device. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  if (theme === 'system') forgetStored('theme');
  else keepStored('theme', theme);
}

/** What was kept when the page last looked: other news of the storage change no theme. */
let seen: string | null | undefined = null;

/** Shows what another window, or the list of what is stored, has made of the choice; answers how to end that. */
export function followKeptTheme(): () => void {
  function follow() {
    const text = readText('theme');
    if (text === seen || text === undefined) return;
    seen = text;
    showTheme(asTheme(readStored('theme')));
  }
  follow();
  const stop = onStoredChange(follow);
  // A page that comes back whole by the Back button has heard of nothing meanwhile.
  window.addEventListener('pageshow', follow);
  return () => {
    stop();
    window.removeEventListener('pageshow', follow);
  };
}

function onShownChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme that is shown; `system` on the server, which knows of no choice. */
export function useTheme(): Theme {
  return useSyncExternalStore(onShownChange, shownTheme, () => 'system');
}
