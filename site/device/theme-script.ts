import { storageKeys } from './storage.ts';

/**
 * Applies the stored theme in the head of every page before the first paint, so that no page flashes in another theme.
 * `theme.ts` applies later changes. The content security policy in `server/http/headers.ts` allows this text by its
 * hash.
 */
export const themeScript =
  `try{const t=JSON.parse(localStorage.getItem('${storageKeys.theme}'));if(t==='light'||t==='dark'){` +
  "document.documentElement.dataset.theme=t;document.querySelector('meta[name=color-scheme]').content=t;" +
  "for(const m of document.querySelectorAll('meta[name=theme-color]'))m.media=m.dataset.theme===t?'all':'not all'}}catch{}";
