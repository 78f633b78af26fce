import { describe, expect, it } from 'vitest';
import {
  type EntryType,
  getEntryType,
  type SelectableType,
  typesWithPages,
} from '../../../contract/content/entry-types.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { isListedType } from '../../../contract/content/list-settings.ts';
import { endpoints } from '../../../contract/http/endpoints.ts';
import { getEntryUrl, getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { createPreviewToken } from './preview-token.ts';

// Walks through all operations of each type of entry; every response is compared with the contract. Other tests look
// closely at two types (`testing/sample-types.ts`).

const api = await setUpApi();

/** Values that no input of its name accepts. */
const invalid: Record<string, string> = {
  page: 'x',
  size: 'x',
  n: '0',
  a: '%00',
  b: '%00',
  limit: '0',
  slug: '%00',
  categoryId: '%00',
};

const hidden = [{ publishedAt: null }, { publishedAt: getTimeFromNow(3600) }, { withdrawnAt: getTimeFromNow(-60) }];

function getOperations(type: EntryType) {
  return endpoints.flatMap((endpoint) =>
    'entryType' in endpoint.target && endpoint.target.entryType === type
      ? [{ ...endpoint, operation: endpoint.target.operation }]
      : [],
  );
}

describe.each(typesWithPages)('the operations of %s', (type) => {
  it('return its shown entries in its order, whole or as cards, and a draft only as a preview', async () => {
    const { categoryPath, cardFields } = getEntryType(type);
    const order = isListedType(type) ? listDefaults[type].order : 'position';
    const ask = (operation: Parameters<typeof getEntryUrl>[1], input = {}) =>
      api.get(getEntryUrl(type, operation, input));
    expect((await ask('list')).body).toEqual({ items: [], page: 0, size: 10, total: 0 });

    const category = categoryPath ? await makeCategory(api.ctx, type as SelectableType) : null;
    const own = { categoryId: category?.id ?? null };
    const text = { title: 'Named', summary: 'In short', body: '## Part\n\nText', keywords: ['k'] };
    const formerSlugs = [`former-${type.toLowerCase()}`];
    const first = await makeEntry(api.ctx, type, {
      ...own,
      position: 1,
      publishedAt: getTimeFromNow(-300),
      text,
      formerSlugs,
    });
    const second = await makeEntry(api.ctx, type, { ...own, position: 2, publishedAt: getTimeFromNow(-200) });
    const third = await makeEntry(api.ctx, type, { ...own, position: 3, publishedAt: getTimeFromNow(-100) });
    const [draft, , withdrawn] = await Promise.all(
      hidden.map((state) => makeEntry(api.ctx, type, { ...own, ...state })),
    );
    const byDate = [third.slug, second.slug, first.slug];
    const listed = order === 'date' ? byDate : byDate.toReversed();

    const page = await ask('list', { size: 2 });
    expect([getSlugs(page), page.body.total]).toEqual([listed.slice(0, 2), 3]);
    expect(getSlugs(await ask('list', { size: 2, page: 1 }))).toEqual(listed.slice(2));
    const cardKeys = Object.keys(page.body.items[0].fields);
    expect(cardKeys.sort()).toEqual(cardFields.filter((name) => name in sampleFields[type]).sort());
    expect(getSlugs(await ask('recent', { n: 2 }))).toEqual(byDate.slice(0, 2));
    expect(getSlugs(await ask('recentExcept', { a: third.slug, b: 2 }))).toEqual(byDate.slice(1));
    if (category) {
      expect(getSlugs(await ask('byCategory', { categoryId: category.slug }))).toEqual(listed);
      expect(getSlugs(await ask('related', { a: category.slug, b: third.slug }))).toEqual(byDate.slice(1));
    }

    const { title, summary, keywords } = text;
    for (const slug of [first.slug, ...formerSlugs]) {
      const { body } = await ask('item', { slug });
      expect(body).toMatchObject({ type, slug: first.slug, title, summary, keywords, preview: false });
      expect([body.fields, body.html]).toEqual([sampleFields[type], '<h2 id="s-part">Part</h2>\n<p>Text</p>']);
    }
    expect((await ask('metaKeys', { slug: first.slug })).body).toEqual({
      slug: first.slug,
      title,
      description: summary,
      keywords,
    });

    expect((await ask('item', { slug: draft?.slug })).status).toBe(404);
    expect((await ask('item', { slug: withdrawn?.slug })).status).toBe(410);
    const admin = await createPreviewToken(api.ctx, draft?.id ?? 0, draft?.revisionId ?? 0);
    expect((await ask('item', { slug: draft?.slug, admin })).body).toMatchObject({ slug: draft?.slug, preview: true });
  });

  it('refuse an invalid value of each input by its name', async () => {
    for (const { id, operation, input } of getOperations(type)) {
      for (const name of Object.keys(input.shape).filter((known) => known in invalid)) {
        const valid = { slug: 'x', categoryId: '1', a: '1', b: '1', n: '1' };
        const url = getEntryUrl(type, operation, { ...valid, [name]: 'INVALID' }).replace(
          'INVALID',
          invalid[name] ?? '',
        );
        const answer = await api.get(url);
        expect([id, name, answer.status, getInvalidFields(answer)]).toEqual([id, name, 400, [name]]);
      }
    }
  });
});
