import { expect, it } from 'vitest';
import { setUpApi } from '../testing/set-up.ts';
import { createSignedToken, readSignedToken } from './tokens.ts';

const api = await setUpApi();

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

it('reads a token of its purpose, and rejects any other text', async () => {
  const token = await createSignedToken(api.ctx, 'preview', { a: 1 });
  expect(await readSignedToken(api.ctx, 'preview', token)).toEqual({ a: 1 });
  expect(await readSignedToken(api.ctx, 'consultation', token)).toBeNull();
  for (const text of ['', '.', `${token}.`, `${token} `, ` ${token}`, token.slice(0, -1), `x${token}`])
    expect([text, await readSignedToken(api.ctx, 'preview', text)]).toEqual([text, null]);
});

it('accepts one spelling of a token: the last character of its signature cannot be exchanged', async () => {
  for (let value = 0; value < 8; value++) {
    const token = await createSignedToken(api.ctx, 'preview', value);
    const read = await Promise.all(
      [...alphabet].map((last) => readSignedToken(api.ctx, 'preview', token.slice(0, -1) + last)),
    );
    expect(read.filter((found) => found !== null)).toEqual([value]);
  }
});
