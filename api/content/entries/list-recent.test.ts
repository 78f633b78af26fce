import { describe, expect, it } from 'vitest';
import { getEntryUrl, getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../../testing/makers.ts';
import { sampleSelectableTypes, sampleTypes } from '../../../testing/sample-types.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';

const api = await setUpApi(removeContent);

const hidden = [{ publishedAt: null }, { publishedAt: getTimeFromNow(3600) }, { withdrawnAt: getTimeFromNow(-60) }];

describe.each(sampleTypes)('recent %s', (type) => {
  it('are the n newest shown entries, whatever the order of the list', async () => {
    const old = await makeEntry(api.ctx, type, { position: 1, publishedAt: getTimeFromNow(-300) });
    const middle = await makeEntry(api.ctx, type, { position: 3, publishedAt: getTimeFromNow(-200) });
    const fresh = await makeEntry(api.ctx, type, { position: 2, publishedAt: getTimeFromNow(-100) });
    for (const state of hidden) await makeEntry(api.ctx, type, state);
    expect(getSlugs(await api.get(getEntryUrl(type, 'recent', { n: 1 })))).toEqual([fresh.slug]);
    expect(getSlugs(await api.get(getEntryUrl(type, 'recent', { n: 2 })))).toEqual([fresh.slug, middle.slug]);
    expect(getSlugs(await api.get(getEntryUrl(type, 'recent', { n: 50 })))).toEqual([
      fresh.slug,
      middle.slug,
      old.slug,
    ]);
  });

  it('accept a whole number from 1 to 50', async () => {
    for (const n of ['51', 'abc', '0', '-1', '1.5', '1e309', '99999999999999999999']) {
      const recent = await api.get(getEntryUrl(type, 'recent', { n }));
      expect([n, recent.status, getInvalidFields(recent)]).toEqual([n, 400, ['n']]);
      const except = await api.get(getEntryUrl(type, 'recentExcept', { a: 'any', b: n }));
      expect([n, except.status, getInvalidFields(except)]).toEqual([n, 400, ['b']]);
    }
  });

  it('leave out one entry by its slug or id and still fill the limit', async () => {
    const old = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-300) });
    const middle = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-200) });
    const fresh = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-100) });
    for (const a of [fresh.slug, fresh.id]) {
      expect(getSlugs(await api.get(getEntryUrl(type, 'recentExcept', { a, b: 2 })))).toEqual([middle.slug, old.slug]);
    }
    expect(getSlugs(await api.get(getEntryUrl(type, 'recentExcept', { a: 'unknown', b: 50 })))).toEqual([
      fresh.slug,
      middle.slug,
      old.slug,
    ]);
  });
});

describe.each(sampleSelectableTypes)('related %s', (type) => {
  const getRelated = (a: string | number, b: string | number, input = {}) =>
    api.get(getEntryUrl(type, 'related', { a, b, ...input }));

  it('are the newest of the category, filled up with the newest of the type, and never the entry itself', async () => {
    const category = await makeCategory(api.ctx, type);
    const own = { categoryId: category.id };
    const self = await makeEntry(api.ctx, type, { ...own, publishedAt: getTimeFromNow(-10) });
    const near = await makeEntry(api.ctx, type, { ...own, publishedAt: getTimeFromNow(-500) });
    const far = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-20) });
    const farther = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-30) });
    await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-40) });
    for (const state of hidden) await makeEntry(api.ctx, type, { ...own, ...state });
    for (const a of [category.slug, category.id]) {
      for (const b of [self.slug, self.id]) {
        expect(getSlugs(await getRelated(a, b))).toEqual([near.slug, far.slug, farther.slug]);
      }
    }
    expect(getSlugs(await getRelated(category.id, self.slug, { limit: 1 }))).toEqual([near.slug]);
    expect(getSlugs(await getRelated(category.id, self.slug, { limit: 50 }))).toHaveLength(4);
  });

  it('are empty when the type has no other entry', async () => {
    const { slug, categoryId } = await makeEntry(api.ctx, type);
    expect((await getRelated(Number(categoryId), slug)).body).toEqual({ items: [] });
  });

  it('are 404 for an unknown category and 400 for an invalid limit', async () => {
    const { id } = await makeCategory(api.ctx, type);
    expect((await getRelated('nowhere', 'x')).status).toBe(404);
    const { status, body } = await getRelated(id, 'x', { limit: 0 });
    expect(status).toBe(400);
    expect(body.error.fields).toMatchObject([{ path: 'limit' }]);
  });
});

describe('recent data of trivia', () => {
  it('are the newest, ten by default', async () => {
    const { id } = await makeCategory(api.ctx, 'TRIVIA');
    const made: string[] = [];
    for (let age = 0; age < 12; age++)
      made.push((await makeEntry(api.ctx, 'TRIVIA', { categoryId: id, publishedAt: getTimeFromNow(-100 - age) })).slug);
    expect(getSlugs(await api.get('/api/trivia/get-recent-data'))).toEqual(made.slice(0, 10));
    expect(getSlugs(await api.get('/api/trivia/get-recent-data?limit=2'))).toEqual(made.slice(0, 2));
    expect((await api.get('/api/trivia/get-recent-data?limit=51')).status).toBe(400);
  });
});
