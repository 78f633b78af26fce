import { expect, it } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

it('no two locks share a key', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});
