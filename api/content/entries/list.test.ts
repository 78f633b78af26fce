import { describe, expect, it } from 'vitest';
import { getEntryType, type SelectableType, type TypeWithPages } from '../../../contract/content/entry-types.ts';
import { getEntryUrl, getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { sampleSelectableTypes, sampleTypes } from '../../../testing/sample-types.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';

const api = await setUpApi(removeContent);

/** Creates entries in the type's order: the newest, or the first position, first. */
async function makeEntries(type: TypeWithPages, count: number): Promise<string[]> {
  const categoryId = getEntryType(type).categoryPath ? (await makeCategory(api.ctx, type as SelectableType)).id : null;
  const slugs: string[] = [];
  for (let position = 0; position < count; position++) {
    const { slug } = await makeEntry(api.ctx, type, {
      categoryId,
      position,
      publishedAt: getTimeFromNow(-3600 - position),
    });
    slugs.push(slug);
  }
  return slugs;
}

describe.each(sampleTypes)('the list of %s', (type) => {
  const list = (input: Record<string, unknown> = {}) => api.get(getEntryUrl(type, 'list', input));

  it('is empty without an error when there are no entries', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({ items: [], page: 0, size: 10, total: 0 });
  });

  it('starts with page 0 of 10 and continues without gaps or repetitions', async () => {
    const slugs = await makeEntries(type, 12);
    const first = await list();
    const second = await list({ page: 1 });
    expect(first.body).toMatchObject({ page: 0, size: 10, total: 12 });
    expect(second.body).toMatchObject({ page: 1, size: 10, total: 12 });
    expect([...getSlugs(first), ...getSlugs(second)]).toEqual(slugs);
  });

  it('returns no items and the total beyond the last page', async () => {
    await makeEntries(type, 2);
    const { status, body } = await list({ page: 7, size: 5 });
    expect(status).toBe(200);
    expect(body).toEqual({ items: [], page: 7, size: 5, total: 2 });
  });

  it('limits the size to 1 to 100 and returns the size used', async () => {
    await makeEntries(type, 3);
    expect((await list({ size: 0 })).body).toMatchObject({ size: 1, items: [expect.anything()] });
    expect((await list({ size: -5 })).body).toMatchObject({ size: 1 });
    expect((await list({ size: 1000 })).body).toMatchObject({ size: 100, total: 3 });
    expect((await list({ size: 100 })).body).toMatchObject({ size: 100 });
  });

  it('refuses an invalid page or size and names the field', async () => {
    for (const [name, value] of [
      ['page', 'x'],
      ['page', -1],
      ['page', '1.5'],
      ['page', '1e309'],
      ['size', 'x'],
      ['size', '2.5'],
      ['size', '0x10'],
      ['size', '1e1'],
      ['page', ' 5'],
    ]) {
      const answer = await list({ [String(name)]: value });
      expect([value, answer.status, answer.body.error.code, getInvalidFields(answer)]).toEqual([
        value,
        400,
        'bad_request',
        [name],
      ]);
    }
  });

  it('neither shows nor counts drafts, scheduled and withdrawn entries', async () => {
    const { slug } = await makeEntry(api.ctx, type);
    await makeEntry(api.ctx, type, { publishedAt: null });
    await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(3600) });
    await makeEntry(api.ctx, type, { withdrawnAt: getTimeFromNow(-60) });
    const answer = await list();
    expect(getSlugs(answer)).toEqual([slug]);
    expect(answer.body.total).toBe(1);
  });

  it('shows cards without a body and only with the own fields that the type names', async () => {
    await makeEntry(api.ctx, type, { text: { body: 'A body nobody lists' } });
    const { body } = await list();
    const [card] = body.items;
    expect(JSON.stringify(body)).not.toContain('A body nobody lists');
    expect(Object.keys(card).sort()).toEqual([
      'category',
      'cover',
      'fields',
      'id',
      'interests',
      'publishedAt',
      'readingMinutes',
      'slug',
      'summary',
      'title',
      'type',
      'updatedAt',
    ]);
    const expected = getEntryType(type).cardFields.filter((name) => name in sampleFields[type]);
    expect(Object.keys(card.fields).sort()).toEqual([...expected].sort());
  });

  it('may be cached publicly', async () => {
    expect((await list()).headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=/);
  });
});

it('sorts articles by date, newest first, then by id', async () => {
  const at = getTimeFromNow(-60);
  const older = await makeEntry(api.ctx, 'BLOG', { publishedAt: getTimeFromNow(-120) });
  const first = await makeEntry(api.ctx, 'BLOG', { publishedAt: at });
  const second = await makeEntry(api.ctx, 'BLOG', { publishedAt: at });
  expect(getSlugs(await api.get(getEntryUrl('BLOG', 'list')))).toEqual([second.slug, first.slug, older.slug]);
});

it('sorts services by position, whatever their dates', async () => {
  const last = await makeEntry(api.ctx, 'SERVICE', { position: 2, publishedAt: getTimeFromNow(-1) });
  const first = await makeEntry(api.ctx, 'SERVICE', { position: 1, publishedAt: getTimeFromNow(-9999) });
  expect(getSlugs(await api.get(getEntryUrl('SERVICE', 'list')))).toEqual([first.slug, last.slug]);
});

describe.each(sampleSelectableTypes)('a category of %s', (type) => {
  const listCategory = (categoryId: string | number, input = {}) =>
    api.get(getEntryUrl(type, 'byCategory', { categoryId, ...input }));

  it('lists the same entries by id and by slug, and no others', async () => {
    const category = await makeCategory(api.ctx, type);
    const { slug } = await makeEntry(api.ctx, type, { categoryId: category.id });
    await makeEntry(api.ctx, type);
    const bySlug = await listCategory(category.slug);
    expect(getSlugs(bySlug)).toEqual([slug]);
    expect(bySlug.body.total).toBe(1);
    expect(bySlug.body.items[0].category).toEqual({ id: category.id, slug: category.slug, name: category.name });
    expect((await listCategory(category.id)).body).toEqual(bySlug.body);
  });

  it('is paged', async () => {
    const { id } = await makeCategory(api.ctx, type);
    for (let count = 0; count < 3; count++) await makeEntry(api.ctx, type, { categoryId: id });
    const { body } = await listCategory(id, { page: 1, size: 2 });
    expect(body).toMatchObject({ page: 1, size: 2, total: 3, items: [expect.anything()] });
  });

  it('is empty and 200 when the category exists without shown entries', async () => {
    const category = await makeCategory(api.ctx, type);
    await makeEntry(api.ctx, type, { categoryId: category.id, publishedAt: null });
    const { status, body } = await listCategory(category.slug);
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [], total: 0 });
  });

  it('is 404 when the category is unknown, of another type, or disabled', async () => {
    const other = await makeCategory(api.ctx, type === 'BLOG' ? 'TRIVIA' : 'BLOG');
    const disabled = await makeCategory(api.ctx, type, { enabled: false });
    for (const name of [
      'nowhere',
      999_999_999,
      '99999999999999999999',
      other.slug,
      other.id,
      disabled.slug,
      disabled.id,
    ]) {
      const { status, body } = await listCategory(name);
      expect([name, status, body.error.code]).toEqual([name, 404, 'not_found']);
    }
  });

  it('is found by a slug that looks like the id of another', async () => {
    const other = await makeCategory(api.ctx, type);
    const numeric = await makeCategory(api.ctx, type, { slug: String(other.id) });
    const { slug } = await makeEntry(api.ctx, type, { categoryId: numeric.id });
    expect(getSlugs(await listCategory(String(other.id)))).toEqual([slug]);
  });

  it('is not named on a card after it is disabled', async () => {
    const { id } = await makeCategory(api.ctx, type, { enabled: false });
    const { slug } = await makeEntry(api.ctx, type, { categoryId: id });
    expect((await api.get(getEntryUrl(type, 'list'))).body.items[0]).toMatchObject({ slug, category: null });
    expect((await api.get(getEntryUrl(type, 'item', { slug }))).body.category).toBeNull();
  });
});

it('serves every operation of infographics under the correct spelling too', async () => {
  const { slug, categoryId } = await makeEntry(api.ctx, 'INFOGRAPHIC');
  for (const path of [
    'enable/list',
    `getData?slug=${slug}`,
    `getByCategory/${categoryId}`,
    'recent/5',
    'recent/none/5',
    `relatedByCategory/${categoryId}/none`,
    `metaKeys/${slug}`,
  ]) {
    const canonical = await api.get(`/api/infrograpic/${path}`);
    const alias = await api.get(`/api/infographic/${path}`);
    expect([path, canonical.status]).toEqual([path, 200]);
    expect(alias.status).toBe(200);
    expect(alias.body).toEqual(canonical.body);
  }
});

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
