import { expect, test, vi } from 'vitest';
import type { Client } from '../../../contract/client.ts';
import type { PageArgs } from '../../page.ts';
import { loadEntry } from './load.ts';

function buildArgs(address: string, entry: Record<string, unknown>) {
  const url = new URL(address, 'https://wse.example');
  const entries = vi.fn(async (_type: string, operation: string, _input: unknown) =>
    operation === 'item'
      ? { id: 1, type: 'BLOG', fields: {}, category: null, preview: false, ...entry }
      : { items: [] },
  );
  const args: PageArgs = {
    client: { entries } as unknown as Client,
    settings: {} as PageArgs['settings'],
    params: { slug: url.pathname.split('/').at(-1) },
    url,
    signal: new AbortController().signal,
    entryType: 'BLOG',
  };
  return { args, entries };
}

test('the admin parameter goes with the request as it is', async () => {
  const { args, entries } = buildArgs('/blog/hello?admin=a%2Fb%20c', { slug: 'hello' });
  await loadEntry(args);
  expect(entries.mock.calls[0]?.[2]).toEqual({ slug: 'hello', admin: 'a/b c' });
});

test('a former slug moves for good to the present one and keeps the query', async () => {
  const { args } = buildArgs('/blog/old?utm=1', { slug: 'new' });
  const answer = await loadEntry(args).catch((thrown: unknown) => thrown);
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).status).toBe(308);
  expect((answer as Response).headers.get('location')).toBe('/blog/new?utm=1');
});

test('a preview of a slug that is not live yet stays where it is', async () => {
  const { args } = buildArgs('/blog/old?admin=token', { slug: 'new', preview: true });
  expect((await loadEntry(args)).entry.preview).toBe(true);
});

test('an entry shows without its neighbours where those fail', async () => {
  const { args, entries } = buildArgs('/blog/hello', { slug: 'hello' });
  entries.mockImplementation(async (_type, operation) => {
    if (operation !== 'item') throw new Error('no neighbours today');
    return { id: 1, type: 'BLOG', fields: {}, category: null, preview: false, slug: 'hello' };
  });
  expect((await loadEntry(args)).related).toEqual([]);
});
