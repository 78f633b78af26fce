import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { makeCategory, makeEntry } from '../../testing/makers.ts';
import { categories } from '../db/tables.ts';
import { listContent } from './list.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

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
