import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { typesWithPages } from '../../../contract/content/entry-types.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { listedTypes } from '../../../contract/content/list-settings.ts';
import { getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';

const api = await setUpApi(removeContent);

const getRecommended = (query = '') => api.get(`/api/search/recommended${query}`);

it('returns the six newest of the feeds without interests', async () => {
  for (const type of typesWithPages) await makeEntry(api.ctx, type, { slug: type.toLowerCase() });
  const withFeed = listedTypes.filter((type) => listDefaults[type].feed).map((type) => type.toLowerCase());
  expect(getSlugs(await getRecommended()).sort()).toEqual([...withFeed].sort());
  for (let age = 0; age < 7; age++)
    await makeEntry(api.ctx, 'BLOG', { slug: `b${age}`, publishedAt: getTimeFromNow(-age - 1) });
  expect(getSlugs(await getRecommended())).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
});

it('sorts by the number of shared interests, then by date', async () => {
  const make = (slug: string, interests: string[], age: number) =>
    makeEntry(api.ctx, 'TRIVIA', { slug, publishedAt: getTimeFromNow(-age), text: { interests } });
  await make('none-new', ['other'], 1);
  await make('one', ['storage'], 2);
  await make('both-old', ['networks', 'storage'], 4);
  await make('one-old', ['networks'], 3);
  expect(getSlugs(await getRecommended('?interests=storage,networks'))).toEqual([
    'both-old',
    'one',
    'one-old',
    'none-new',
  ]);
  expect(getSlugs(await getRecommended('?interests=%20networks%20,,&limit=2'))).toEqual(['one-old', 'both-old']);
  expect(getSlugs(await getRecommended('?interests=unknown'))).toEqual(['none-new', 'one', 'one-old', 'both-old']);
});

it('ranks many interests like few, and counts a repeated interest once', async () => {
  const slugs = Array.from({ length: 7 }, (_, index) => `i${index}`);
  for (let count = 0; count <= slugs.length; count++)
    await makeEntry(api.ctx, 'BLOG', {
      slug: `shares-${count}`,
      publishedAt: getTimeFromNow(-count - 1),
      text: { interests: slugs.slice(0, count) },
    });
  const getRankedSlugs = async (interests: string[]) =>
    getSlugs(await getRecommended(`?interests=${interests}&limit=50`));
  expect(await getRankedSlugs(slugs)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((count) => `shares-${count}`));
  expect(await getRankedSlugs(slugs.slice(0, 6))).toEqual([6, 7, 5, 4, 3, 2, 1, 0].map((count) => `shares-${count}`));
  expect(await getRankedSlugs(['i1', 'i0', 'i1'])).toEqual([2, 3, 4, 5, 6, 7, 1, 0].map((count) => `shares-${count}`));
});

it('finds the entry that shares most interests behind any number of newer entries', async () => {
  const make = (slug: string, interests: string[], age: number) =>
    makeEntry(api.ctx, 'BLOG', { slug, publishedAt: getTimeFromNow(-age), text: { interests } });
  await make('all', ['a', 'b', 'c'], 9002);
  await make('two', ['c', 'a'], 9001);
  const { id } = await make('one', ['b'], 9000);
  await api.ctx.db.execute(sql`
    with made as (
      insert into entries (type, slug, published_at, live_revision_id) overriding user value
      select 'BLOG', 'newer-' || i, now() - make_interval(secs => i), i + 1000000 from generate_series(1, 300) as i
      returning id, live_revision_id)
    insert into revisions (id, entry_id, number, title, summary, body, interests, html, plain, renderer, search,
      schema_version)
    overriding system value
    select made.live_revision_id, made.id, 1, title, summary, body,
      case when made.live_revision_id = 1000300 then array['c'] else '{}' end, html, plain, renderer, search, schema_version
    from made, revisions where entry_id = ${id}`);
  expect(getSlugs(await getRecommended('?interests=a,b,c'))).toEqual([
    'all',
    'two',
    'newer-300',
    'one',
    'newer-1',
    'newer-2',
  ]);
  expect(getSlugs(await getRecommended('?interests=a,b,c&limit=2'))).toEqual(['all', 'two']);
  expect(getSlugs(await getRecommended('?interests=a,b,c,d,e,f,g&limit=3'))).toEqual(['all', 'two', 'newer-300']);
});

it('ranks by the interests of the shown revision', async () => {
  const text = { interests: ['storage'] };
  const next = { at: getTimeFromNow(3600), text: { interests: ['networks'] } };
  await makeEntry(api.ctx, 'BLOG', { slug: 'later', text, next });
  await makeEntry(api.ctx, 'BLOG', { slug: 'now', text, next: { ...next, at: getTimeFromNow(-1) } });
  expect(getSlugs(await getRecommended('?interests=storage'))).toEqual(['later', 'now']);
  expect(getSlugs(await getRecommended('?interests=networks'))).toEqual(['now', 'later']);
});

it('hides matching drafts and scheduled entries', async () => {
  await makeEntry(api.ctx, 'BLOG', { publishedAt: null, text: { interests: ['storage'] } });
  await makeEntry(api.ctx, 'BLOG', { publishedAt: getTimeFromNow(3600), text: { interests: ['storage'] } });
  expect((await getRecommended('?interests=storage')).body.items).toEqual([]);
});

it('accepts any text as interests and refuses other values', async () => {
  for (const interests of ["'", '{}', '{a,b}', '"', ',,,', 'a,b\\'])
    expect((await getRecommended(`?interests=${encodeURIComponent(interests)}`)).status).toBe(200);
  for (const [query, field] of [
    ['interests=%00', 'interests'],
    ['interests=a&interests=b', 'interests'],
    ['limit=51', 'limit'],
  ]) {
    const answer = await getRecommended(`?${query}`);
    expect([answer.status, getInvalidFields(answer)]).toEqual([400, [field]]);
  }
});
