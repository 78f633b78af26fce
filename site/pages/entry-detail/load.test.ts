import { expect, test, vi } from 'vitest';
import { completeForms } from '../../../contract/content/form-defaults.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { summarizeLists } from '../../../contract/content/list-settings.ts';
import type { Client } from '../../../contract/http/client.ts';
import type { PageArgs } from '../../page.ts';
import type { SiteSettings } from '../../settings.ts';
import { loadEntry } from './load.ts';
import { page } from './route.ts';

const settings = { lists: summarizeLists(listDefaults) } as SiteSettings;

function buildArgs(address: string, entry: Record<string, unknown>) {
  const url = new URL(address, 'https://wse.example');
  const entries = vi.fn(
    async (_type: string, operation: string, _input: unknown): Promise<Record<string, unknown>> =>
      operation === 'item'
        ? { id: 1, type: 'BLOG', fields: {}, category: null, preview: false, ...entry }
        : { items: [] },
  );
  const args: PageArgs = {
    // A double of the methods that are called.
    client: { entries, call: async () => ({ lists: listDefaults, forms: completeForms({}) }) } as unknown as Client,
    settings: {} as PageArgs['settings'],
    params: { slug: url.pathname.split('/').at(-1) },
    url,
    signal: new AbortController().signal,
    entryType: 'BLOG',
  };
  return { args, entries };
}

test('the admin parameter is sent unchanged', async () => {
  const { args, entries } = buildArgs('/blog/hello?admin=a%2Fb%20c', { slug: 'hello' });
  await loadEntry(args);
  expect(entries.mock.calls[0]?.[2]).toEqual({ slug: 'hello', admin: 'a/b c' });
});

test('a former slug redirects permanently to the current one and keeps the query', async () => {
  const { args } = buildArgs('/blog/old?utm=1', { slug: 'new' });
  const answer = await loadEntry(args).catch((thrown: unknown) => thrown);
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).status).toBe(308);
  expect((answer as Response).headers.get('location')).toBe('/blog/new?utm=1');
});

test('a preview of a slug that is not published yet does not redirect', async () => {
  const { args } = buildArgs('/blog/old?admin=token', { slug: 'new', preview: true });
  expect((await loadEntry(args)).entry.preview).toBe(true);
});

test('an entry loads without related entries if their calls fail', async () => {
  const { args, entries } = buildArgs('/blog/hello', { slug: 'hello' });
  entries.mockImplementation(async (_type, operation) => {
    if (operation !== 'item') throw new Error('the call failed');
    return { id: 1, type: 'BLOG', fields: {}, category: null, preview: false, slug: 'hello' };
  });
  const { related, recent } = await loadEntry(args);
  expect([related, recent]).toEqual([[], []]);
});

const createCard = (slug: string) => ({ id: slug, slug, title: slug, summary: `All about ${slug}` });

test('related entries are of the same category, and recent entries are the newest others', async () => {
  const { args, entries } = buildArgs('/blog/hello', { slug: 'hello', category: { slug: 'costs', name: 'Costs' } });
  entries.mockImplementation(async (_type, operation) => {
    if (operation === 'item')
      return { id: 7, type: 'BLOG', slug: 'hello', fields: {}, category: { slug: 'costs' }, preview: false };
    return { items: (operation === 'related' ? ['a', 'b', 'c'] : ['z', 'b', 'y', 'a', 'x', 'w']).map(createCard) };
  });
  const { related, recent } = await loadEntry(args);
  expect(related.map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
  expect(recent.map(({ slug }) => slug)).toEqual(['z', 'y', 'x']);
  expect(entries.mock.calls).toContainEqual(['BLOG', 'recentExcept', { a: '7', b: 6 }, expect.anything()]);
});

test('the other plans are in the order of their prices', async () => {
  const { args, entries } = buildArgs('/our-plans/growth', { slug: 'growth', type: 'PLAN' });
  const prices = { sovereign: 9800, foundation: 490, continuity: 3900 };
  const items = Object.entries(prices).map(([slug, monthly]) => ({
    ...createCard(slug),
    type: 'PLAN',
    fields: { monthly },
  }));
  entries.mockImplementation(async (_type, operation) =>
    operation === 'item'
      ? { id: 7, type: 'PLAN', slug: 'growth', fields: {}, category: null, preview: false }
      : { items },
  );
  const { related } = await loadEntry({ ...args, entryType: 'PLAN' });
  expect(related.map(({ slug }) => slug)).toEqual(['foundation', 'continuity', 'sovereign']);
});

const meta = { slug: 'hello', title: 'For heads', description: 'What a head says', keywords: ['a', 'b'] };

test('the head shows the metadata, which is loaded at the same time as the article', async () => {
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
  const { title, description } = page.head(data, settings);
  expect([title, description]).toEqual(['For heads', 'What a head says']);
});

test('the head shows the title of the entry in a preview, and if the metadata cannot be loaded', async () => {
  for (const preview of [true, false]) {
    const { args, entries } = buildArgs('/blog/hello?admin=token', { slug: 'hello' });
    entries.mockImplementation(async (_type, operation) => {
      if (operation === 'metaKeys' && !preview) throw new Error('the call failed');
      if (operation === 'metaKeys') return meta;
      if (operation !== 'item') return { items: [] };
      return { id: 1, type: 'BLOG', slug: 'hello', title: 'Shown', keywords: [], fields: {}, category: null, preview };
    });
    expect(page.head(await loadEntry(args), settings).title).toBe('Shown');
  }
});
