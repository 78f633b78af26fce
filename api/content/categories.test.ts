import { expect, it } from 'vitest';
import { getSlugs } from '../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../testing/makers.ts';
import { removeContent, setUpApi } from '../../testing/set-up.ts';

const api = await setUpApi(removeContent);

const url = '/api/categories/get-categories';

it('lists the categories of all three types in the order of the editors', async () => {
  await makeCategory(api.ctx, 'INFOGRAPHIC', { slug: 'i' });
  await makeCategory(api.ctx, 'BLOG', { slug: 'second', position: 2 });
  await makeCategory(api.ctx, 'TRIVIA', { slug: 't' });
  await makeCategory(api.ctx, 'BLOG', { slug: 'first', position: 1 });
  const answer = await api.get(url);
  expect(getSlugs(answer)).toEqual(['first', 'second', 't', 'i']);
  expect(answer.body.items.map(({ type }: { type: string }) => type)).toEqual([
    'BLOG',
    'BLOG',
    'TRIVIA',
    'INFOGRAPHIC',
  ]);
});

it('counts the entries that visitors can see, and hides disabled categories', async () => {
  const { id } = await makeCategory(api.ctx, 'BLOG', { slug: 'used' });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, publishedAt: null });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, publishedAt: getTimeFromNow(3600) });
  await makeEntry(api.ctx, 'BLOG', { categoryId: id, withdrawnAt: getTimeFromNow(-1) });
  await makeCategory(api.ctx, 'BLOG', { slug: 'unused', position: 1 });
  await makeCategory(api.ctx, 'BLOG', { enabled: false });
  const { body } = await api.get(url);
  expect(body.items.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
    ['used', 2],
    ['unused', 0],
  ]);
});

it('lets two types have a category with the same slug', async () => {
  await makeCategory(api.ctx, 'BLOG', { slug: 'same' });
  await makeCategory(api.ctx, 'TRIVIA', { slug: 'same' });
  expect(getSlugs(await api.get(url))).toEqual(['same', 'same']);
});
