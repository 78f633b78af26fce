import { expect, test, vi } from 'vitest';
import type { Client } from '../../../contract/client.ts';
import type { PageArgs } from '../../page.ts';
import { loadEntry } from './load.ts';
import { page } from './route.ts';

function buildArgs(address: string, entry: Record<string, unknown>) {
  const url = new URL(address, 'https://wse.example');
  const entries = vi.fn(
    async (_type: string, operation: string, _input: unknown): Promise<Record<string, unknown>> =>
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
  const { related, recent } = await loadEntry(args);
  expect([related, recent]).toEqual([[], []]);
});

const card = (slug: string) => ({ id: slug, slug, title: slug, summary: `All about ${slug}` });

test('beside an entry stand those of its category, and the newest that are not among them', async () => {
  const { args, entries } = buildArgs('/blog/hello', { slug: 'hello', category: { slug: 'costs', name: 'Costs' } });
  entries.mockImplementation(async (_type, operation) => {
    if (operation === 'item')
      return { id: 7, type: 'BLOG', slug: 'hello', fields: {}, category: { slug: 'costs' }, preview: false };
    return { items: (operation === 'related' ? ['a', 'b', 'c'] : ['z', 'b', 'y', 'a', 'x', 'w']).map(card) };
  });
  const { related, recent } = await loadEntry(args);
  expect(related.map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
  expect(recent.map(({ slug }) => slug)).toEqual(['z', 'y', 'x']);
  expect(entries.mock.calls).toContainEqual(['BLOG', 'recentExcept', { a: '7', b: 6 }, expect.anything()]);
});

const meta = { slug: 'hello', title: 'For heads', description: 'What a head says', keywords: ['a', 'b'] };

test('the head of an article is what the call for it says, asked for beside the article', async () => {
  const { args, entries } = buildArgs('/blog/hello', { slug: 'hello', title: 'Of the article' });
  let isArticleThere = false;
  entries.mockImplementation(async (_type, operation) => {
    if (operation === 'metaKeys') {
      expect(isArticleThere).toBe(false);
      return meta;
    }
    if (operation !== 'item') return { items: [] };
    await new Promise((resolve) => setTimeout(resolve, 10));
    isArticleThere = true;
    return {
      id: 1,
      type: 'BLOG',
      slug: 'hello',
      title: 'Of the article',
      summary: 'Of it',
      keywords: [],
      category: null,
      toc: [],
      fields: {},
      preview: false,
    };
  });
  const data = await loadEntry(args);
  const { title, description } = page.head(data, args.settings);
  expect([title, description]).toEqual(['For heads', 'What a head says']);
});

test('a preview is headed by what it shows, and an article whose call for the head fails by itself', async () => {
  for (const preview of [true, false]) {
    const { args, entries } = buildArgs('/blog/hello?admin=token', { slug: 'hello' });
    entries.mockImplementation(async (_type, operation) => {
      if (operation === 'metaKeys' && !preview) throw new Error('no answer today');
      if (operation === 'metaKeys') return meta;
      if (operation !== 'item') return { items: [] };
      return { id: 1, type: 'BLOG', slug: 'hello', title: 'Shown', keywords: [], fields: {}, category: null, preview };
    });
    expect(page.head(await loadEntry(args), args.settings).title).toBe('Shown');
  }
});
