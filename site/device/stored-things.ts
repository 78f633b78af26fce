import { type StoredItem, storageKeys } from './storage.ts';

/** Where a browser keeps something. */
export type StoragePlace = 'Local storage' | 'Session storage' | 'Cookie' | 'IndexedDB';

/** Something that a browser stores, in words. */
export interface StoredThing {
  key: string;
  place: StoragePlace;
  purpose: string;
  /** When it is stored. */
  when: string;
  /** Until when. */
  until: string;
}

type Words = Omit<StoredThing, 'key' | 'place'>;

/** What each item of local storage is for. */
export const storedItems: Readonly<Record<StoredItem, Words>> = {
  device: {
    purpose: 'Recognises this device, so that ten visits count as one reader',
    when: 'after consent',
    until: 'until it is removed',
  },
  details: {
    purpose: 'Fills in forms for you',
    when: 'if you ask for it in a form',
    until: 'until it is removed',
  },
  categories: {
    purpose: 'Decides what the home page shows first',
    when: 'if you choose a role or an interest',
    until: 'until it is removed',
  },
  refusal: {
    purpose: 'Remembers that you refused; the same word on every device',
    when: 'if you refuse to be recognised',
    until: 'until it is removed',
  },
  searchKey: {
    purpose: 'Remembers that you turned the / key off; the same word on every device',
    when: 'if you turn the key off',
    until: 'until it is removed',
  },
  theme: {
    purpose: 'Shows the site light or dark, whatever your system’s setting',
    when: 'if you choose a theme',
    until: 'until it is removed',
  },
};

/** What the site needs to work, and stores for as long as the browser or the tab is open. */
export const neededThings: readonly StoredThing[] = [
  {
    key: 'XSRF-TOKEN',
    place: 'Cookie',
    purpose: 'Shows that a form was sent from a page of this site; a random text',
    when: 'when a form is sent',
    until: 'until the browser is closed',
  },
  {
    key: 'react-router-scroll-positions',
    place: 'Session storage',
    purpose: 'Remembers how far each page was scrolled, for the way back',
    when: 'when a page is left',
    until: 'until the tab is closed',
  },
];

/** Returns everything that the public pages store in a browser. */
export function listSiteThings(): StoredThing[] {
  const items = (Object.keys(storedItems) as StoredItem[]).map(
    (item): StoredThing => ({ key: storageKeys[item], place: 'Local storage', ...storedItems[item] }),
  );
  return [...items, ...neededThings];
}
