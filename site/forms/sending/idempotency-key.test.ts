import { webcrypto } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../contract/http/client.ts';
import type { SiteSettings } from '../../settings.ts';
import type { SubmissionArgs } from '../submission.ts';
import { createBrowserKey, createIdempotencyKey } from './idempotency-key.ts';

const values = { name: 'Ada', message: 'Two fibres, one duct.', fillTime: '4000' };
const day = new Date('2026-11-24T23:59:59Z');

describe('the idempotency key', () => {
  it('is a UUID of version 8', async () => {
    expect(await createIdempotencyKey('a', values, day)).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('is the same for the same content, whatever the fill time and the order of the fields', async () => {
    const again = { fillTime: '9000', message: values.message, name: values.name };
    expect(await createIdempotencyKey('a', again, new Date('2026-11-24T00:00:00Z'))).toBe(
      await createIdempotencyKey('a', values, day),
    );
  });

  it('is new for changed content, for another visitor and on another day', async () => {
    const keys = await Promise.all([
      createIdempotencyKey('a', values, day),
      createIdempotencyKey('a', { ...values, message: `${values.message}!` }, day),
      createIdempotencyKey('a', { ...values, company: 'WSE' }, day),
      createIdempotencyKey('b', values, day),
      createIdempotencyKey('a', values, new Date('2026-11-25T00:00:00Z')),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the key of a form in a browser', () => {
  /** A form in a browser that has no cookie yet. The server sets the cookie `token`; null means that it is blocked. */
  function createForm(token: string | null, isOnline = () => true): SubmissionArgs {
    let cookie: string | null = null;
    const client = createClient({
      baseUrl: '',
      fetch: async () => {
        if (!isOnline()) throw new TypeError('Failed to fetch');
        cookie = token;
        return Response.json({ error: null });
      },
      xsrfToken: () => cookie,
    });
    return { client, settings: {} as SiteSettings, values, openedAt: day };
  }

  it('is the same after a reload, because the XSRF cookie stays', async () => {
    expect(await createBrowserKey(createForm('t'))).toBe(await createBrowserKey(createForm('t')));
  });

  it('differs between browsers, also between browsers that block cookies', async () => {
    const forms = ['t', 'u', null, null].map((token) => createForm(token));
    const keys = await Promise.all(forms.map(createBrowserKey));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not created while the network is lost, so that a retry has the key of the first attempt', async () => {
    let isOnline = false;
    const form = createForm('t', () => isOnline);
    await expect(createBrowserKey(form)).rejects.toMatchObject({ kind: 'network' });
    isOnline = true;
    expect(await createBrowserKey(form)).toBe(await createBrowserKey(createForm('t')));
  });

  it('is the same for the same content over plain HTTP, where browsers have neither SHA-256 nor random UUIDs', async () => {
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes),
    });
    try {
      const key = await createBrowserKey(createForm('t'));
      expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(await createBrowserKey(createForm('t'))).toBe(key);
      expect(await createBrowserKey(createForm('u'))).not.toBe(key);
      expect(await createBrowserKey(createForm(null))).not.toBe(key);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
