import { webcrypto } from 'node:crypto';
import { md5 } from 'js-md5';
import { expect, it, vi } from 'vitest';
import { deviceIdPattern } from '../../contract/forms/device-id.ts';
import { createDeviceId, hashCoarseData } from './device-id.ts';

const data = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', languages: ['en-GB', 'mt'] };

it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('hashes %j as the test suite of RFC 1321 does', (text, hash) => {
  expect(md5(text)).toBe(hash);
});

it('starts with a hash that is equal only for equal data', () => {
  expect(hashCoarseData({ ...data })).toBe(hashCoarseData(data));
  expect(hashCoarseData({ ...data, languages: ['mt', 'en-GB'] })).not.toBe(hashCoarseData(data));
  expect(hashCoarseData({ ...data, userAgent: 'another' })).not.toBe(hashCoarseData(data));
  expect(createDeviceId(data).slice(0, 32)).toBe(hashCoarseData(data));
});

it('is created over plain HTTP too, where browsers have no random UUIDs', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes) });
  try {
    expect(createDeviceId(data)).toMatch(/-[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  } finally {
    vi.unstubAllGlobals();
  }
});

it('ends with a random part that is never repeated', () => {
  const ids = Array.from({ length: 100 }, () => createDeviceId(data));
  for (const id of ids) expect(id).toMatch(deviceIdPattern);
  expect(new Set(ids.map((id) => id.slice(33))).size).toBe(100);
});
