import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStoredItem, removeStoredItem, storageKeys, storeItem } from './storage.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('has the keys of the specification, and others for a refusal, the search key and the theme', () => {
  const specified = ['deviceuuID', 'userDatails', 'userCategories'];
  expect(Object.values(storageKeys)).toEqual([...specified, 'deviceConsent', 'searchKey', 'deviceTheme']);
});

it('stores, reads and removes JSON', () => {
  expect(readStoredItem('categories')).toBeNull();
  expect(storeItem('categories', { kind: 'persona', slug: 'buyer' })).toBe(true);
  expect([...stored]).toEqual([['userCategories', '{"kind":"persona","slug":"buyer"}']]);
  expect(readStoredItem('categories')).toEqual({ kind: 'persona', slug: 'buyer' });
  removeStoredItem('categories');
  expect(stored.size).toBe(0);
});

it.each(['', '{', 'undefined', '{"kind":'])('reads the invalid JSON %j as null', (text) => {
  stored.set('userCategories', text);
  expect(readStoredItem('categories')).toBeNull();
});

it('throws in no browser that blocks storage, has no room or has no storage', () => {
  const block = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const stubs: object[] = [{ getItem: block, setItem: block, removeItem: block }, {}];
  for (const stub of stubs) {
    vi.stubGlobal('localStorage', stub);
    expect(readStoredItem('device')).toBeNull();
    expect(storeItem('device', 'x')).toBe(false);
    expect(() => removeStoredItem('device')).not.toThrow();
  }
  // In Chromium with cookies blocked, reading the property `localStorage` already throws.
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: block });
  expect(readStoredItem('device')).toBeNull();
  expect(storeItem('device', 'x')).toBe(false);
  expect(() => removeStoredItem('device')).not.toThrow();
});
