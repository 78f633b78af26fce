import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryApiPath } from '../../contract/entry-paths.ts';
import { entryTypeNames } from '../../contract/entry-types.ts';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

describe.each(entryTypeNames)('%s', (type) => {
  it('lists what is published and answers one by its slug', async () => {
    const { slug } = await makeEntry(api.ctx, type);
    const list = await api.get(`${entryApiPath(type, 'list')}?page=0&size=100`);
    expect(list.status).toBe(200);
    expect(list.body.items.map((item: { slug: string }) => item.slug)).toContain(slug);
    const item = entryApiPath(type, 'item') ?? '';
    const one = await api.get(item.includes('{slug}') ? item.replace('{slug}', slug) : `${item}?slug=${slug}`);
    expect(one.status).toBe(200);
    expect(one.body.slug).toBe(slug);
  });
});
