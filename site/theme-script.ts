import { storageKeys } from './storage.ts';

/**
 * Runs in the head of every page before anything is painted, so that a page never flashes in the theme its visitor did
 * not choose. What it sets, `theme.ts` keeps up to date. `server/http/headers.ts` allows it by the hash of this text.
 */
export const themeScript =
  `try{const t=JSON.parse(localStorage.getItem('${storageKeys.theme}'));if(t==='light'||t==='dark'){` +
  "document.documentElement.dataset.theme=t;document.querySelector('meta[name=color-scheme]').content=t;" +
  "for(const m of document.querySelectorAll('meta[name=theme-color]'))m.media=m.dataset.theme===t?'all':'not all'}}catch{}";
