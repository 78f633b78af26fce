import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RateLimit, rateLimits } from '../../../contract/http/rate-limits.ts';
import { makeCategory, makeEntry } from '../../../testing/makers.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, type TestUser } from '../../../testing/studio.ts';
import { draftSaves } from '../../db/studio-tables.ts';
import { categories, rateLimitCounts } from '../../db/tables.ts';
import { listContent } from './list.ts';
import { enforceSaveQuota, saveQuota } from './store.ts';

const api = await setUpApi();

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

describe('the search', () => {
  let editor: TestUser;
  const find = async (q: string) => (await editor.client.call('listContent', { q })).items.map(({ id }) => id);
  beforeAll(async () => {
    editor = await makeUser(api.ctx, 'EDITOR');
  });

  it('finds any part of a title and of a slug, in any case', async () => {
    const { id } = await makeEntry(api.ctx, 'BLOG', {
      text: { title: 'Waiting for Bathymetry, 50%_done' },
      slug: 'sounding-depths',
    });
    for (const q of ['Waiting', 'thymetr', 'for bathy', 'BATHYMETRY', '50%_done', 'ding-dep'])
      expect(await find(q)).toEqual([id]);
    expect(await find('_one')).toEqual([]);
    const later = await makeEntry(api.ctx, 'BLOG', { text: { title: 'Charts', body: 'About bathymetry.' } });
    const best = await editor.client.call('listContent', { q: 'bathymetry', sort: 'match' });
    expect(best.items.map((item) => item.id)).toEqual([id, later.id]);
  });

  it('finds words of a published text by their forms, phrases, and the beginning of the last word', async () => {
    const { id } = await makeEntry(api.ctx, 'BLOG', {
      text: {
        title: 'A title',
        summary: 'About hydrography.',
        body: 'We **surveyed** the estuary in `soundings.csv`, written in C++, at the Café Plume.',
      },
    });
    const found = [
      'hydrography',
      'surveys',
      'estuary soundings',
      '"the estuary"',
      'estu',
      'soundings.csv',
      'C++',
      'café',
      'plume title',
    ];
    for (const q of found) expect([q, await find(q)]).toEqual([q, [id]]);
    for (const q of ['"soundings estuary"', 'estuary glacier', '-estuary nothing'])
      expect([q, await find(q)]).toEqual([q, []]);
  });

  it('finds the present words of a draft that was never published, and not the words that were removed', async () => {
    const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Zenith' });
    const opened = await editor.client.call('openEntry', { id });
    const body = 'The *sextant* is in the Café, next to `c++` at 東京タワー.';
    const saved = await editor.client.call('saveDraft', {
      ...opened,
      id,
      content: { ...opened.content, body, summary: 'Nadir.' },
    });
    for (const q of ['zeni', 'sextants', 'nadir', 'café sextant', 'C++ sextant', 'タワ', '東京 ﾀﾜｰ'])
      expect([q, await find(q)]).toEqual([q, [id]]);
    const content = { ...opened.content, title: 'Azimuth', body: 'An alidade.' };
    await editor.client.call('saveDraft', { id, version: saved.version, content });
    expect([await find('sextant'), await find('nadir'), await find('alidade'), await find('zimut')]).toEqual([
      [],
      [],
      [id],
      [id],
    ]);
  });

  it('finds a published entry by its draft and by the text that visitors see', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Online', body: 'Theodolite' } });
    const { version, content } = await editor.client.call('openEntry', { id });
    const changed = { ...content, title: 'Changed', body: 'Plumbline' };
    await editor.client.call('saveDraft', { id, version, content: changed });
    for (const q of ['theodolite', 'plumbline', 'changed']) expect([q, await find(q)]).toEqual([q, [id]]);
  });

  it('counts the entries of all pages, also from a page behind the last', async () => {
    for (let each = 0; each < 3; each++) await makeEntry(api.ctx, 'APP', { text: { title: `Gnomon ${each}` } });
    const totals = [0, 1, 2].map(async (page) => {
      const { items, total } = await editor.client.call('listContent', { q: 'gnomon', page, size: 2 });
      return [items.length, total];
    });
    expect(await Promise.all(totals)).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
  });
});

/** Saves a draft with another title. */
async function save({ client }: TestUser, id: number) {
  const { version, content } = await client.call('openEntry', { id });
  return client.call('saveDraft', { id, version, content: { ...content, title: `${content.title} again` } });
}

/** Makes a user reach a rate limit. */
async function useUp({ id }: TestUser, limit: RateLimit): Promise<void> {
  const expire = new Date(Date.now() + 60_000);
  const count = { key: `${limit}:${id}`, points: rateLimits[limit].points, expire };
  await api.ctx.db
    .insert(rateLimitCounts)
    .values(count)
    .onConflictDoUpdate({ target: rateLimitCounts.key, set: count });
}

it('a user who stores too many drafts waits, and others do not', async () => {
  const user = await makeUser(api.ctx, 'AUTHOR');
  const { client } = user;
  const { id } = await client.call('createEntry', { type: 'PAGE', title: 'First' });
  const { version } = await save(user, id);
  await useUp(user, 'save');
  await useUp(user, 'keep');
  const calls = [
    () => save(user, id),
    () => client.call('createEntry', { type: 'PAGE', title: 'Second' }),
    () => client.call('restoreVersion', { id, version, restored: 'draft-1' }),
    () => client.call('keepVersion', { id, version: 'draft-1', label: 'Kept' }),
  ];
  for (const call of calls) {
    const { code, retryAfter, message } = await getFailure(call());
    expect([code, retryAfter]).toEqual(['too_many_requests', expect.any(Number)]);
    expect(message).toMatch(/^Too many requests from your account\. Please try again in /);
  }
  expect(await save(await makeUser(api.ctx, 'EDITOR'), id)).toMatchObject({ result: 'SAVED' });
});

/** Stores so many saves of a user in an entry that they reach a limit of bytes. */
async function fillUp({ id: userId }: TestUser, entryId: number, bytes: number, savedAt = sql`now()`): Promise<void> {
  await api.ctx.db.execute(sql`
    insert into draft_saves (entry_id, version, content, saved_by, saved_at, schema_version)
    select ${entryId}, 1 + number, '{}', ${userId}, ${savedAt}, 0
    from generate_series(1, ${bytes / saveQuota.perSave}::int) as number`);
}

it('saves that take up too many bytes are refused until earlier ones can be thinned, which keeps one a minute', async () => {
  const user = await makeUser(api.ctx, 'EDITOR');
  const { id } = await user.client.call('createEntry', { type: 'PAGE', title: 'Written all day' });
  const { id: another } = await makeEntry(api.ctx, 'PAGE');
  await fillUp(user, id, saveQuota.bytes);
  expect(await getFailure(save(user, another))).toMatchObject({
    code: 'too_many_requests',
    retryAfter: saveQuota.thinnedAfter,
    message: 'Your saves of the last 24 hours take up too much space. Please try again in 2 minutes.',
  });
  expect(await save(await makeUser(api.ctx, 'EDITOR'), another)).toMatchObject({ result: 'SAVED' });

  await api.ctx.db
    .update(draftSaves)
    .set({ savedAt: sql`date_trunc('minute', now()) - interval '3 minutes'` })
    .where(eq(draftSaves.entryId, id));
  expect(await save(user, another)).toMatchObject({ result: 'SAVED' });
  expect(await api.ctx.db.$count(draftSaves, eq(draftSaves.entryId, id))).toBe(1);
});

it('saves of an entry that was deleted count too', async () => {
  const user = await makeUser(api.ctx, 'AUTHOR');
  const { id } = await user.client.call('createEntry', { type: 'PAGE', title: 'To delete' });
  const bytes = 60 * saveQuota.perSave;
  await fillUp(user, id, bytes);
  const { version } = await user.client.call('openEntry', { id });
  await user.client.call('deleteEntry', { id, version });
  const refusal = { code: 'too_many_requests' };
  await expect(enforceSaveQuota(api.ctx, user.id, { ...saveQuota, bytes })).rejects.toMatchObject(refusal);
});

it('saves that take up too many bytes over all time are thinned to one a day, and refused if that is not enough', async () => {
  const user = await makeUser(api.ctx, 'EDITOR');
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const total = 3 * 24 * 60 * saveQuota.perSave;
  const enforce = () => enforceSaveQuota(api.ctx, user.id, { ...saveQuota, total });
  // One save a minute, which is what thinning after a day leaves.
  await fillUp(user, id, total, sql`timestamptz '2025-01-01' + number * interval '1 minute'`);
  const ended = { outcome: 'DISCARDED', endedAt: new Date() } as const;
  await api.ctx.db.update(draftSaves).set(ended).where(eq(draftSaves.entryId, id));
  await expect(enforce()).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 86_400,
    message: 'Your saves take up too much space. Please try again in 24 hours.',
  });
  await api.ctx.db.update(draftSaves).set({ outcome: null, endedAt: null }).where(eq(draftSaves.entryId, id));
  await enforce();
  expect(await api.ctx.db.$count(draftSaves, eq(draftSaves.entryId, id))).toBe(4);
});
