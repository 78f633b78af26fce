import { expect, it } from 'vitest';
import { advisoryLockKeys } from './claim-run.ts';

it('no two locks share a key', () => {
  const keys = Object.values(advisoryLockKeys);
  expect(new Set(keys).size).toBe(keys.length);
});
