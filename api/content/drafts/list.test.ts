import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCategory, makeEntry } from '../../../testing/makers.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../../testing/studio.ts';
import { categories } from '../../db/tables.ts';
import { listContent } from './list.ts';

const api = await setUpApi();

it('lists the entries of a category, and none for an author who wrote nothing', async () => {
  const { id } = await makeCategory(api.ctx, 'BLOG');
  const [category] = await api.ctx.db.select().from(categories).where(eq(categories.id, id));
  const own = await makeEntry(api.ctx, 'BLOG', { categoryId: id });
  await makeEntry(api.ctx, 'BLOG');
  const paging = { q: '', sort: 'saved', page: 0, size: 25 } as const;
  const found = await listContent(api.ctx, { ...paging, category: category?.slug });
  expect([found.total, found.items.map((item) => item.id)]).toEqual([1, [own.id]]);
  expect((await listContent(api.ctx, paging)).total).toBe(2);
  expect((await listContent(api.ctx, { ...paging, author: 'nobody' })).total).toBe(0);
});

describe('the search', () => {
  let editor: TestUser;
  const find = async (q: string) => (await editor.client.call('listContent', { q })).items.map(({ id }) => id);
  beforeAll(async () => {
    editor = await makeUser(api.ctx, 'EDITOR');
  });

  it('finds any part of a title and of a slug, in any case', async () => {
    const { id } = await makeEntry(api.ctx, 'BLOG', {
      text: { title: 'Waiting for Bathymetry, 50%_done' },
      slug: 'sounding-depths',
    });
    for (const q of ['Waiting', 'thymetr', 'for bathy', 'BATHYMETRY', '50%_done', 'ding-dep'])
      expect(await find(q)).toEqual([id]);
    expect(await find('_one')).toEqual([]);
  });

  it('finds words of a published text by their forms, phrases, and the beginning of the last word', async () => {
    const { id } = await makeEntry(api.ctx, 'BLOG', {
      text: {
        title: 'A title',
        summary: 'About hydrography.',
        body: 'We **surveyed** the estuary in `soundings.csv`, written in C++, at the Café Plume.',
      },
    });
    const found = [
      'hydrography',
      'surveys',
      'estuary soundings',
      '"the estuary"',
      'estu',
      'soundings.csv',
      'C++',
      'café',
      'plume title',
    ];
    for (const q of found) expect([q, await find(q)]).toEqual([q, [id]]);
    for (const q of ['"soundings estuary"', 'estuary glacier', '-estuary nothing'])
      expect([q, await find(q)]).toEqual([q, []]);
  });

  it('finds the present words of a draft that was never published, and not the words that were removed', async () => {
    const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Zenith' });
    const opened = await editor.client.call('openEntry', { id });
    const body = 'The *sextant* is in the Café, next to `c++` at 東京タワー.';
    const saved = await editor.client.call('saveDraft', {
      ...opened,
      id,
      content: { ...opened.content, body, summary: 'Nadir.' },
    });
    for (const q of ['zeni', 'sextants', 'nadir', 'café sextant', 'C++ sextant', 'タワ', '東京 ﾀﾜｰ'])
      expect([q, await find(q)]).toEqual([q, [id]]);
    const content = { ...opened.content, title: 'Azimuth', body: 'An alidade.' };
    await editor.client.call('saveDraft', { id, version: saved.version, content });
    expect([await find('sextant'), await find('nadir'), await find('alidade'), await find('zimut')]).toEqual([
      [],
      [],
      [id],
      [id],
    ]);
  });

  it('finds a published entry by its draft and by the text that visitors see', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Online', body: 'Theodolite' } });
    const { version, content } = await editor.client.call('openEntry', { id });
    const changed = { ...content, title: 'Changed', body: 'Plumbline' };
    await editor.client.call('saveDraft', { id, version, content: changed });
    for (const q of ['theodolite', 'plumbline', 'changed']) expect([q, await find(q)]).toEqual([q, [id]]);
  });

  it('counts the entries of all pages, also from a page behind the last', async () => {
    for (let each = 0; each < 3; each++) await makeEntry(api.ctx, 'APP', { text: { title: `Gnomon ${each}` } });
    const totals = [0, 1, 2].map(async (page) => {
      const { items, total } = await editor.client.call('listContent', { q: 'gnomon', page, size: 2 });
      return [items.length, total];
    });
    expect(await Promise.all(totals)).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
  });
});
