import type { StoredThing } from '../site/device/stored-things.ts';
import { studioStorageKeys } from './device.ts';

type Words = Omit<StoredThing, 'key' | 'place'>;

const untilRemoved = 'until the data of the site are removed from the browser';

const items: Readonly<Record<keyof typeof studioStorageKeys, Words>> = {
  rail: {
    purpose: 'Remembers that the navigation is folded',
    when: 'if a user folds it',
    until: 'until the user opens it',
  },
  persistence: {
    purpose: 'Remembers that the browser was asked to keep unsaved words',
    when: 'at the first edit',
    until: untilRemoved,
  },
};

/** Returns what the Studio stores in the browsers of its users, besides what the public pages store. */
export function listStudioThings(): StoredThing[] {
  const keys = Object.keys(items) as (keyof typeof items)[];
  return [
    ...keys.map((item): StoredThing => ({ key: studioStorageKeys[item], place: 'Local storage', ...items[item] })),
    {
      key: 'studio',
      place: 'IndexedDB',
      purpose: 'Keeps what a user has typed until the server has confirmed it',
      when: 'while a user writes',
      until: 'until it is saved',
    },
    {
      key: '__Host-studio',
      place: 'Cookie',
      purpose: 'Holds the session of a user; named studio over plain HTTP on the server’s own machine',
      when: 'at a sign-in',
      until: 'until the sign-out, an hour without work, or 24 hours',
    },
    {
      key: '__Host-studio-openid',
      place: 'Cookie',
      purpose: 'Ties a sign-in at the company’s provider to the browser that began it',
      when: 'at such a sign-in',
      until: 'until it ends, ten minutes at most',
    },
  ];
}
