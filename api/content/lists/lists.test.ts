import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ListName } from '../../../contract/studio/list-names.ts';
import { getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { makeCategory, makeEntry, makeInterest, makeMember, makePersona } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser } from '../../../testing/studio.ts';
import { media } from '../../db/editorial-tables.ts';
import { categories, interests, teamMembers } from '../../db/tables.ts';
import { findRoute } from '../redirects.ts';

const { api, call } = await setUpEditorApi();

const list = 'BLOG';
const listNames = async (name: ListName = list) =>
  (await call('listItems', { list: name })).items.map((item) => item.slug);
const getCategory = async (slug: string) => (await api.get(getEntryUrl('BLOG', 'item', { slug }))).body.category?.slug;

async function writeDraft(id: number, change: object): Promise<void> {
  const { version, content } = await call('openEntry', { id });
  await call('saveDraft', { id, version, content: { ...content, ...change } });
}

type Category = Awaited<ReturnType<typeof makeCategory>>;

async function makeCategories(...slugs: string[]) {
  const made: Category[] = [];
  for (const [position, slug] of slugs.entries())
    made.push(await makeCategory(api.ctx, list, { slug, name: slug.toUpperCase(), position }));
  return made as [Category, Category, Category];
}

describe('the items of a list', () => {
  it('are added, changed and hidden by editors alone, and each act can be undone', async () => {
    const author = await makeUser(api.ctx, 'AUTHOR');
    expect((await getFailure(author.client.call('addListItem', { list, fields: {} }))).status).toBe(403);
    const added = await call('addListItem', { list, fields: { name: 'Old wires', description: 'Copper' } });
    const { items } = await call('listItems', { list });
    const item = items.find(({ id }) => id === added.id);
    expect(item).toMatchObject({ slug: 'old-wires', uses: 0, fields: { enabled: true } });
    if (!item) throw new Error('no item');
    const hidden = await call('changeListItem', { list, id: item.id, base: item.fields, fields: { enabled: false } });
    expect(hidden.summary).toBe('Hid “Old wires”');
    await call('undoListAct', { id: hidden.act });
    expect((await getFailure(call('undoListAct', { id: hidden.act }))).status).toBe(409);
    await call('undoListAct', { id: added.act });
    expect(await listNames()).not.toContain('old-wires');
  });

  it('keep what two people change in different fields, and show both values of the same field', async () => {
    const [{ id }] = await makeCategories('both');
    const { items } = await call('listItems', { list });
    const base = items.find((item) => item.id === id)?.fields ?? {};
    await call('changeListItem', { list, id, base, fields: { ...base, name: 'Ours' } });
    await call('changeListItem', { list, id, base, fields: { ...base, description: 'Theirs' } });
    expect((await call('listItems', { list })).items.at(-1)?.fields).toMatchObject({
      name: 'Ours',
      description: 'Theirs',
    });
    const refused = await getFailure(call('changeListItem', { list, id, base, fields: { ...base, name: 'Mine' } }));
    expect([refused.status, refused.fields]).toEqual([
      409,
      [{ path: 'name', message: 'Somebody else has changed this to “Ours”.' }],
    ]);
  });

  it('are ordered by two people at once without losing a move', async () => {
    const ids = (await makeCategories('a', 'b', 'c', 'd')).map(({ id }) => id);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    await call('orderList', { list, base: ids, order: [d, a, b, c] });
    const second = await call('orderList', { list, base: ids, order: [a, c, b, d] });
    expect(await listNames()).toEqual(['d', 'a', 'c', 'b']);
    const refused = await getFailure(call('orderList', { list, base: ids, order: [a, d, b, c] }));
    expect(refused.message).toContain('The order is now: D, A, C, B. Yours was: A, D, B, C.');
    const earlier = await call('listItems', { list, before: second.act });
    expect(earlier.acts[0]).toMatchObject({ canUndo: true, id: second.act - 1 });
    await call('undoListAct', { id: second.act });
    expect(await listNames()).toEqual(['d', 'a', 'b', 'c']);
  });

  it('leave a redirect when a category gets another address', async () => {
    const [{ id }] = await makeCategories('first');
    const { slug } = await makeEntry(api.ctx, list, { categoryId: id });
    const draft = await makeEntry(api.ctx, list, { categoryId: id });
    await writeDraft(draft.id, { title: 'Changed' });
    const { items } = await call('listItems', { list });
    const base = items.find((item) => item.id === id)?.fields ?? {};
    const renamed = await call('changeListItem', { list, id, base, fields: { slug: 'second' } });
    expect((await findRoute(api.ctx, '/blog-category/first'))?.target).toBe('/blog-category/second');
    expect(await getCategory(slug)).toBe('second');
    expect((await call('openEntry', { id: draft.id })).content.category).toBe('second');
    await call('undoListAct', { id: renamed.act });
    expect((await findRoute(api.ctx, '/blog-category/second'))?.target).toBe('/blog-category/first');
    expect(await listNames()).toEqual(['first']);
  });
});

describe('a merge of two categories', () => {
  it('moves entries, drafts and addresses, also of earlier merges, and its undo brings exactly those back', async () => {
    const [a, b, c] = await makeCategories('a', 'b', 'c');
    const moved = await makeEntry(api.ctx, list, { categoryId: a.id });
    const changedLater = await makeEntry(api.ctx, list, { categoryId: a.id });
    const others = await makeEntry(api.ctx, list, { categoryId: b.id });
    await writeDraft(moved.id, { title: 'A draft' });
    // The editor is open while the categories are merged.
    const open = await call('openEntry', { id: changedLater.id });
    const merged = await call('mergeListItems', { list, id: a.id, into: b.id });
    expect([await getCategory(moved.slug), await getCategory(others.slug)]).toEqual(['b', 'b']);
    expect((await call('openEntry', { id: moved.id })).content.category).toBe('b');
    expect(await listNames()).toEqual(['b', 'c']);
    expect((await findRoute(api.ctx, '/blog-category/a'))?.target).toBe('/blog-category/b');
    const byOld = await api.get(getEntryUrl('BLOG', 'byCategory', { categoryId: 'a' }));
    expect(getSlugs(byOld).sort()).toEqual([moved.slug, changedLater.slug, others.slug].sort());
    const saved = await call('saveDraft', {
      id: open.entry.id,
      version: open.version,
      content: { ...open.content, title: 'New' },
    });
    expect(saved.content?.category).toBe('b');
    await writeDraft(changedLater.id, { category: 'c' });

    const further = await call('mergeListItems', { list, id: b.id, into: c.id });
    expect((await findRoute(api.ctx, '/blog-category/a'))?.target).toBe('/blog-category/c');
    await call('undoListAct', { id: merged.act });
    expect([await getCategory(moved.slug), await getCategory(others.slug)]).toEqual(['a', 'c']);
    expect((await call('openEntry', { id: moved.id })).content.category).toBe('a');
    expect((await call('openEntry', { id: changedLater.id })).content.category).toBe('c');
    await call('undoListAct', { id: further.act });
    expect([await getCategory(moved.slug), await getCategory(others.slug)]).toEqual(['a', 'b']);
    expect(await listNames()).toEqual(['a', 'b', 'c']);
    expect((await findRoute(api.ctx, '/blog-category/a'))?.target).toBe(undefined);
  });

  it('gives way to people who save meanwhile, and no text keeps the merged category', async () => {
    const [a, b] = await makeCategories('a', 'b');
    const made = await Promise.all(Array.from({ length: 6 }, () => makeEntry(api.ctx, list, { categoryId: a.id })));
    const [done] = await Promise.all([
      call('mergeListItems', { list, id: a.id, into: b.id }),
      ...made.map(({ id }, index) => writeDraft(id, { title: `Saved ${index}` })),
    ]);
    for (const [index, { id }] of made.entries())
      expect((await call('openEntry', { id })).content).toMatchObject({ category: 'b', title: `Saved ${index}` });
    await call('undoListAct', { id: done.act });
    for (const { id } of made) expect((await call('openEntry', { id })).content.category).toBe('a');
  });
});

describe('other lists', () => {
  it('merge interests in entries, drafts and personas', async () => {
    const disks = await makeInterest(api.ctx, { slug: 'disks' });
    const storage = await makeInterest(api.ctx, { slug: 'storage' });
    const persona = await makePersona(api.ctx, { slug: 'keeper', interests: ['disks', 'storage'] });
    const one = await makeEntry(api.ctx, 'PAGE', { text: { interests: ['disks'] } });
    const both = await makeEntry(api.ctx, 'PAGE', { text: { interests: ['storage', 'disks'] } });
    await writeDraft(one.id, { title: 'Draft' });
    expect((await call('listItems', { list: 'INTEREST' })).items.map(({ uses }) => uses)).toEqual([3, 2]);
    const readInterests = async () =>
      Promise.all([one, both].map(async ({ id }) => (await call('openEntry', { id })).content.interests.sort()));
    const readPersona = async () =>
      (await call('listItems', { list: 'PERSONA' })).items.find(({ id }) => id === persona.id)?.fields.interests;
    const merged = await call('mergeListItems', { list: 'INTEREST', id: disks.id, into: storage.id });
    expect([await readInterests(), await readPersona()]).toEqual([[['storage'], ['storage']], ['storage']]);
    await call('undoListAct', { id: merged.act });
    expect([await readInterests(), (await readPersona())?.sort()]).toEqual([
      [['disks'], ['disks', 'storage']],
      ['disks', 'storage'],
    ]);
  });

  it('keep the texts of a person who is removed, merged or has left', async () => {
    const ada = await makeMember(api.ctx, { slug: 'ada', name: 'Ada', role: 'Writer' });
    const twin = await makeMember(api.ctx, { slug: 'twin', name: 'Ada L.' });
    const text = await makeEntry(api.ctx, 'BLOG', { text: { authorId: ada.id } });
    await writeDraft(text.id, { title: 'Draft' });
    const readAuthor = async () => (await api.get(getEntryUrl('BLOG', 'item', { slug: text.slug }))).body.author;
    const readTeam = async () => getSlugs(await api.get('/api/wse/team/list/getEnableTeamMember'));
    const base = (await call('listItems', { list: 'TEAM' })).items.find(({ id }) => id === ada.id)?.fields ?? {};
    const left = await call('changeListItem', {
      list: 'TEAM',
      id: ada.id,
      base,
      fields: { leftOn: '2026-01-31', body: 'New *text*' },
    });
    expect([await readTeam(), await readAuthor()]).toEqual([
      ['twin'],
      { slug: 'ada', name: 'Ada', role: 'formerly Writer' },
    ]);
    await call('undoListAct', { id: left.act });
    const picture = { name: 'ada.jpg', contentType: 'image/jpeg', bytes: Buffer.from(''), sha256: '' };
    await api.ctx.db.insert(media).values(picture);
    await call('changeListItem', { list: 'TEAM', id: ada.id, base, fields: { portrait: 'ada.jpg' } });
    const [shown] = (await api.get('/api/wse/team/list/getEnableTeamMember')).body.items;
    expect(shown.html).toContain('src="/media/ada.jpg/cover.webp"');
    expect((await getFailure(call('removePicture', { name: 'ada.jpg', version: 1 }))).message).toContain(
      'portrait of Ada',
    );
    expect([await readTeam(), (await readAuthor()).role]).toEqual([['ada', 'twin'], 'Writer']);
    const merged = await call('mergeListItems', { list: 'TEAM', id: ada.id, into: twin.id });
    expect((await readAuthor()).name).toBe('Ada L.');
    await call('undoListAct', { id: merged.act });
    expect((await call('listItemUses', { list: 'TEAM', id: ada.id })).items).toMatchObject([{ id: text.id }]);
    const removed = await call('removeListItem', { list: 'TEAM', id: ada.id });
    expect([await readAuthor(), (await call('openEntry', { id: text.id })).content.author]).toEqual([null, null]);
    await call('undoListAct', { id: removed.act });
    expect([(await readAuthor()).name, (await call('openEntry', { id: text.id })).content.author]).toEqual([
      'Ada',
      'ada',
    ]);
    await call('undoListAct', { id: (await call('removeListItem', { list: 'TEAM', id: twin.id })).act });
    expect(await readTeam()).toEqual(['ada', 'twin']);
    expect(await api.ctx.db.$count(teamMembers, eq(teamMembers.slug, 'twin'))).toBe(1);
  });

  it('refuse to remove what something names', async () => {
    const [{ id }] = await makeCategories('used');
    await makeEntry(api.ctx, list, { categoryId: id });
    expect((await getFailure(call('removeListItem', { list, id }))).message).toContain('cannot be removed');
    expect(await api.ctx.db.$count(categories, eq(categories.id, id))).toBe(1);
    const unused = await makeInterest(api.ctx);
    await call('removeListItem', { list: 'INTEREST', id: unused.id });
    expect(await api.ctx.db.$count(interests, eq(interests.id, unused.id))).toBe(0);
  });
});
