import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { entryType, entryTypeNames } from '../../contract/entry-types.ts';
import { faultyFields, openTestApi, slugsOf, type TestApi } from '../../testing/api.ts';
import { inSeconds, makeEntry } from '../../testing/makers.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(() => api.database.empty());
afterAll(() => api.close());

const recommended = (query = '') => api.get(`/api/search/recommended${query}`);

it('gives the six newest of the feeds without interests', async () => {
  for (const type of entryTypeNames) await makeEntry(api.ctx, type, { slug: type.toLowerCase() });
  const withFeed = entryTypeNames.filter((type) => entryType(type).feed).map((type) => type.toLowerCase());
  expect(slugsOf(await recommended()).sort()).toEqual([...withFeed].sort());
  for (let age = 0; age < 7; age++)
    await makeEntry(api.ctx, 'BLOG', { slug: `b${age}`, publishedAt: inSeconds(-age - 1) });
  expect(slugsOf(await recommended())).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
});

it('puts first what shares most interests, then the newest', async () => {
  const make = (slug: string, interests: string[], age: number) =>
    makeEntry(api.ctx, 'TRIVIA', { slug, publishedAt: inSeconds(-age), text: { interests } });
  await make('none-new', ['other'], 1);
  await make('one', ['storage'], 2);
  await make('both-old', ['networks', 'storage'], 4);
  await make('one-old', ['networks'], 3);
  expect(slugsOf(await recommended('?interests=storage,networks'))).toEqual(['both-old', 'one', 'one-old', 'none-new']);
  expect(slugsOf(await recommended('?interests=%20networks%20,,&limit=2'))).toEqual(['one-old', 'both-old']);
  expect(slugsOf(await recommended('?interests=unknown'))).toEqual(['none-new', 'one', 'one-old', 'both-old']);
});

it('hides drafts and schedules however well they would fit', async () => {
  await makeEntry(api.ctx, 'BLOG', { publishedAt: null, text: { interests: ['storage'] } });
  await makeEntry(api.ctx, 'BLOG', { publishedAt: inSeconds(3600), text: { interests: ['storage'] } });
  expect((await recommended('?interests=storage')).body.items).toEqual([]);
});

it('takes any text for interests and refuses what is none', async () => {
  for (const interests of ["'", '{}', '{a,b}', '"', ',,,', 'a,b\\'])
    expect((await recommended(`?interests=${encodeURIComponent(interests)}`)).status).toBe(200);
  for (const [query, field] of [
    ['interests=%00', 'interests'],
    ['interests=a&interests=b', 'interests'],
    ['limit=51', 'limit'],
  ]) {
    const answer = await recommended(`?${query}`);
    expect([answer.status, faultyFields(answer)]).toEqual([400, [field]]);
  }
});
