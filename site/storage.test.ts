import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetStored, keepStored, readStored, storageKeys } from './storage.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('spells its keys as the specification does, and has others for a refusal, a key turned off and a theme', () => {
  const specified = ['deviceuuID', 'userDatails', 'userCategories'];
  expect(Object.values(storageKeys)).toEqual([...specified, 'deviceConsent', 'searchKey', 'deviceTheme']);
});

it('keeps JSON, reads it back and forgets it', () => {
  expect(readStored('categories')).toBeNull();
  expect(keepStored('categories', { kind: 'persona', slug: 'cto' })).toBe(true);
  expect([...kept]).toEqual([['userCategories', '{"kind":"persona","slug":"cto"}']]);
  expect(readStored('categories')).toEqual({ kind: 'persona', slug: 'cto' });
  forgetStored('categories');
  expect(kept.size).toBe(0);
});

it.each(['', '{', 'undefined', '{"kind":'])('takes %j, which is no JSON, for nothing', (text) => {
  kept.set('userCategories', text);
  expect(readStored('categories')).toBeNull();
});

it('survives a browser that blocks storage, that has no room, and that has none', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const stubs: object[] = [{ getItem: blocked, setItem: blocked, removeItem: blocked }, {}];
  for (const stub of stubs) {
    vi.stubGlobal('localStorage', stub);
    expect(readStored('device')).toBeNull();
    expect(keepStored('device', 'x')).toBe(false);
    expect(() => forgetStored('device')).not.toThrow();
  }
  // In Chromium with cookies blocked, naming the storage already throws.
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: blocked });
  expect(readStored('device')).toBeNull();
  expect(keepStored('device', 'x')).toBe(false);
  expect(() => forgetStored('device')).not.toThrow();
});
