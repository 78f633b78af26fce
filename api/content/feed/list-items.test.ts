import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FeedItem } from '../../../contract/content/entry-shapes.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { openTestApi, type TestApi } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { makeUser, renameEntry, type TestUser } from '../../../testing/studio.ts';
import { entries, feedIds, formerSlugs, sharedValues } from '../../db/tables.ts';
import { exportContent } from '../import-export/export.ts';
import { importContent } from '../import-export/import.ts';
import { completeFeedIds } from './feed-ids.ts';

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  await api.database.empty();
  await api.ctx.db.delete(sharedValues).where(eq(sharedValues.name, 'feed_id_origin'));
  editor = await makeUser(api.ctx, 'EDITOR');
});
afterAll(() => api.close());

const call: TestUser['client']['call'] = (...args) => editor.client.call(...args);

async function publish(id: number, edit: Partial<DraftContent> = {}): Promise<void> {
  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, ...edit } });
  await call('publishEntry', { id, version: saved.version });
}

async function makePublished(title: string, body = 'Words.\n', fields: object = sampleFields.INFOGRAPHIC) {
  const { id } = await call('createEntry', { type: 'INFOGRAPHIC', title });
  const { content } = await call('openEntry', { id });
  const category = await makeCategory(api.ctx, 'INFOGRAPHIC');
  await publish(id, { ...content, category: category.slug, summary: 'Said', body, fields: { ...fields } });
  return id;
}

/** Returns the feed's items by their slugs. */
async function readFeed(): Promise<Record<string, FeedItem>> {
  const { items } = (await api.get('/api/feed/items')).body as { items: FeedItem[] };
  return Object.fromEntries(items.map((item) => [item.slug, item]));
}

const readIds = async () =>
  Object.fromEntries(Object.values(await readFeed()).map(({ slug, feedId }) => [slug, feedId]));

it('the id of an entry is its first address, survives renames and another site address, and is never given again', async () => {
  await completeFeedIds(api.ctx, 'https://first.example');
  const id = await makePublished('First');
  await renameEntry(editor.client, id, 'second');
  await completeFeedIds(api.ctx, 'https://other.example');
  await renameEntry(editor.client, id, 'third');
  expect(await readIds()).toEqual({ third: 'https://first.example/infographics/first' });

  await completeFeedIds(api.ctx, 'https://first.example');
  await api.ctx.db.delete(formerSlugs);
  await makePublished('First');
  expect(await readIds()).toEqual({
    third: 'https://first.example/infographics/first',
    first: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
  });
});

it('what an earlier release published keeps its address as its id, also without an address of the site', async () => {
  // Inserted without an id, as earlier releases do.
  const { id } = await makeEntry(api.ctx, 'BLOG', { slug: 'old' });
  await makeEntry(api.ctx, 'TRIVIA', { slug: 'which', publishedAt: getTimeFromNow(-60) });
  expect(await readIds()).toEqual({ old: '/blog/old', which: '/trivia/which' });
  await renameEntry(editor.client, id, 'new');
  expect(await readIds()).toEqual({ new: '/blog/old', which: '/trivia/which' });
  await completeFeedIds(api.ctx, undefined);
  await completeFeedIds(api.ctx, 'https://first.example');
  await completeFeedIds(api.ctx, 'https://other.example');
  expect(await readIds()).toEqual({
    new: 'https://first.example/blog/old',
    which: 'https://first.example/trivia/which',
  });
});

it('an id is exported, and another database imports it', async () => {
  await completeFeedIds(api.ctx, 'https://first.example');
  await renameEntry(editor.client, await makePublished('First'), 'second');
  await api.ctx.db.delete(formerSlugs);
  await makePublished('First');
  const before = await readIds();
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  try {
    await exportContent(api.ctx, folder);
    await api.database.empty();
    await completeFeedIds(api.ctx, 'https://other.example');
    await importContent(api.ctx, folder);
    expect(await readIds()).toEqual(before);
    await importContent(api.ctx, folder);
    expect(await readIds()).toEqual(before);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the time of change is that of the words: not of a rename, a publication without changes, a category or a view', async () => {
  const target = await makePublished('Target');
  const [sheet] = sampleFields.INFOGRAPHIC.sheets;
  const withSource = (url: string) => ({ sheets: [{ ...sheet, source: { title: 'Counted', url } }] });
  const id = await makePublished('Linking', 'See [that](/infographics/target).\n', withSource('/infographics/target'));
  const changedAt = async () => (await readFeed()).linking?.changedAt;
  const published = await changedAt();
  expect(published).toBe((await readFeed()).linking?.publishedAt);

  await renameEntry(editor.client, target, 'aim');
  const { html, fields } = (await readFeed()).linking ?? {};
  expect(html).toContain('href="/infographics/aim"');
  expect(fields).toMatchObject(withSource('/infographics/aim'));
  await publish(id);
  await publish(id, { keywords: ['later'] });
  await publish(id, { category: (await makeCategory(api.ctx, 'INFOGRAPHIC')).slug });
  expect(await changedAt()).toBe(published);

  await publish(id, { fields: withSource('https://example.org/') });
  const corrected = String(await changedAt());
  expect(corrected > String(published)).toBe(true);
  await publish(id, { body: 'Other words.\n' });
  const changed = String(await changedAt());
  expect(changed > corrected).toBe(true);

  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, title: 'Scheduled' } });
  await call('scheduleEntry', { id, version: saved.version, at: getTimeFromNow(3600).toISOString() });
  expect(await changedAt()).toBe(changed);
  await api.ctx.db.update(entries).set({ nextAt: new Date() }).where(eq(entries.id, id));
  expect(String(await changedAt()) > changed).toBe(true);
});

it('texts beyond two million bytes in all are left out, so that a feed stays small', async () => {
  for (const [index, letter] of ['a', 'b', 'c'].entries()) {
    const text = { body: `${letter.repeat(900_000)}\n` };
    await makeEntry(api.ctx, 'BLOG', { slug: letter, publishedAt: getTimeFromNow(-100 * (index + 1)), text });
  }
  const { a, b, c } = await readFeed();
  expect([a?.html?.length, b?.html?.length, c?.html]).toEqual([900_007, 900_007, null]);
  expect(await api.ctx.db.$count(feedIds)).toBe(0);
});
