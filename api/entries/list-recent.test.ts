import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryUrl, getInvalidFields, openTestApi, slugsOf, type TestApi } from '../../testing/api.ts';
import { inSeconds, makeCategory, makeEntry } from '../../testing/makers.ts';
import { sampleSelectableTypes, sampleTypes } from '../../testing/sample-types.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(() => api.database.empty());
afterAll(() => api.close());

const hidden = [{ publishedAt: null }, { publishedAt: inSeconds(3600) }, { withdrawnAt: inSeconds(-60) }];

describe.each(sampleTypes)('recent %s', (type) => {
  it('are the n newest shown entries, whatever the order of the list', async () => {
    const old = await makeEntry(api.ctx, type, { position: 1, publishedAt: inSeconds(-300) });
    const middle = await makeEntry(api.ctx, type, { position: 3, publishedAt: inSeconds(-200) });
    const fresh = await makeEntry(api.ctx, type, { position: 2, publishedAt: inSeconds(-100) });
    for (const state of hidden) await makeEntry(api.ctx, type, state);
    expect(slugsOf(await api.get(entryUrl(type, 'recent', { n: 1 })))).toEqual([fresh.slug]);
    expect(slugsOf(await api.get(entryUrl(type, 'recent', { n: 2 })))).toEqual([fresh.slug, middle.slug]);
    expect(slugsOf(await api.get(entryUrl(type, 'recent', { n: 50 })))).toEqual([fresh.slug, middle.slug, old.slug]);
  });

  it('accept a whole number from 1 to 50', async () => {
    for (const n of ['51', 'abc', '0', '-1', '1.5', '1e309', '99999999999999999999']) {
      const recent = await api.get(entryUrl(type, 'recent', { n }));
      expect([n, recent.status, getInvalidFields(recent)]).toEqual([n, 400, ['n']]);
      const except = await api.get(entryUrl(type, 'recentExcept', { a: 'any', b: n }));
      expect([n, except.status, getInvalidFields(except)]).toEqual([n, 400, ['b']]);
    }
  });

  it('leave out one entry by its slug or id and still fill the limit', async () => {
    const old = await makeEntry(api.ctx, type, { publishedAt: inSeconds(-300) });
    const middle = await makeEntry(api.ctx, type, { publishedAt: inSeconds(-200) });
    const fresh = await makeEntry(api.ctx, type, { publishedAt: inSeconds(-100) });
    for (const a of [fresh.slug, fresh.id]) {
      expect(slugsOf(await api.get(entryUrl(type, 'recentExcept', { a, b: 2 })))).toEqual([middle.slug, old.slug]);
    }
    expect(slugsOf(await api.get(entryUrl(type, 'recentExcept', { a: 'unknown', b: 50 })))).toEqual([
      fresh.slug,
      middle.slug,
      old.slug,
    ]);
  });
});

describe.each(sampleSelectableTypes)('related %s', (type) => {
  const related = (a: string | number, b: string | number, input = {}) =>
    api.get(entryUrl(type, 'related', { a, b, ...input }));

  it('are the newest of the category, filled up with the newest of the type, and never the entry itself', async () => {
    const category = await makeCategory(api.ctx, type);
    const own = { categoryId: category.id };
    const self = await makeEntry(api.ctx, type, { ...own, publishedAt: inSeconds(-10) });
    const near = await makeEntry(api.ctx, type, { ...own, publishedAt: inSeconds(-500) });
    const far = await makeEntry(api.ctx, type, { publishedAt: inSeconds(-20) });
    const farther = await makeEntry(api.ctx, type, { publishedAt: inSeconds(-30) });
    await makeEntry(api.ctx, type, { publishedAt: inSeconds(-40) });
    for (const state of hidden) await makeEntry(api.ctx, type, { ...own, ...state });
    for (const a of [category.slug, category.id]) {
      for (const b of [self.slug, self.id]) {
        expect(slugsOf(await related(a, b))).toEqual([near.slug, far.slug, farther.slug]);
      }
    }
    expect(slugsOf(await related(category.id, self.slug, { limit: 1 }))).toEqual([near.slug]);
    expect(slugsOf(await related(category.id, self.slug, { limit: 50 }))).toHaveLength(4);
  });

  it('are empty when the type has no other entry', async () => {
    const { slug, categoryId } = await makeEntry(api.ctx, type);
    expect((await related(Number(categoryId), slug)).body).toEqual({ items: [] });
  });

  it('are 404 for an unknown category and 400 for an invalid limit', async () => {
    const { id } = await makeCategory(api.ctx, type);
    expect((await related('nowhere', 'x')).status).toBe(404);
    const { status, body } = await related(id, 'x', { limit: 0 });
    expect(status).toBe(400);
    expect(body.error.fields).toMatchObject([{ path: 'limit' }]);
  });
});

describe('recent data of trivia', () => {
  it('are the newest, ten by default', async () => {
    const { id } = await makeCategory(api.ctx, 'TRIVIA');
    const made: string[] = [];
    for (let age = 0; age < 12; age++)
      made.push((await makeEntry(api.ctx, 'TRIVIA', { categoryId: id, publishedAt: inSeconds(-100 - age) })).slug);
    expect(slugsOf(await api.get('/api/trivia/get-recent-data'))).toEqual(made.slice(0, 10));
    expect(slugsOf(await api.get('/api/trivia/get-recent-data?limit=2'))).toEqual(made.slice(0, 2));
    expect((await api.get('/api/trivia/get-recent-data?limit=51')).status).toBe(400);
  });
});
