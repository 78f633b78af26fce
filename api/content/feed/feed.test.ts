import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedItem } from '../../../contract/content/entry-shapes.ts';
import { typesWithPages } from '../../../contract/content/entry-types.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { isListedType } from '../../../contract/content/list-settings.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { sampleTypes } from '../../../testing/sample-types.ts';
import { exportToFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry } from '../../../testing/studio.ts';
import { entries, feedIds, formerSlugs, sharedValues } from '../../db/tables.ts';
import { importContent } from '../import-export/import.ts';
import { getTriviaOfTheDay } from './feed.ts';
import { completeFeedIds } from './feed-ids.ts';

const { api, editor, call } = await setUpEditorApi();

const hidden = [{ publishedAt: null }, { publishedAt: getTimeFromNow(3600) }, { withdrawnAt: getTimeFromNow(-60) }];

describe('the latest', () => {
  it('are the newest of every type with a feed, and of no other', async () => {
    const expected: string[] = [];
    for (const [index, type] of typesWithPages.entries()) {
      const { slug } = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(-100 - index) });
      if (isListedType(type) && listDefaults[type].feed) expected.push(slug);
      for (const state of hidden) await makeEntry(api.ctx, type, state);
    }
    expect(expected).not.toHaveLength(0);
    expect(getSlugs(await api.get('/api/feed/latest'))).toEqual(expected);
    expect(getSlugs(await api.get('/api/feed/latest?limit=1'))).toEqual(expected.slice(0, 1));
  });

  it.each(sampleTypes)('are those of %s only if that type is requested', async (type) => {
    const { slug } = await makeEntry(api.ctx, type);
    await makeEntry(api.ctx, type === 'BLOG' ? 'TRIVIA' : 'BLOG');
    expect(getSlugs(await api.get(`/api/feed/latest?type=${type}`))).toEqual([slug]);
  });

  it('refuse an unknown type and a limit beyond 1 to 50', async () => {
    for (const [query, field] of [
      ['type=NEWS', 'type'],
      ['type=blog', 'type'],
      ['limit=0', 'limit'],
      ['limit=51', 'limit'],
      ['limit=x', 'limit'],
    ]) {
      const answer = await api.get(`/api/feed/latest?${query}`);
      expect([query, answer.status, getInvalidFields(answer)]).toEqual([query, 400, [field]]);
    }
  });
});

describe('the addresses for the sitemap', () => {
  const listAddresses = (query = '') => api.get(`/api/sitemap/list${query}`);

  it('list the shown entries of every type in the order of ids, part by part', async () => {
    const made: string[] = [];
    for (const type of typesWithPages) {
      made.push((await makeEntry(api.ctx, type)).slug);
      for (const state of hidden) await makeEntry(api.ctx, type, state);
    }
    expect(getSlugs(await listAddresses())).toEqual(made);
    const first = await listAddresses('?limit=3');
    const rest = await listAddresses(`?after=${first.body.items.at(-1).id}`);
    expect([...getSlugs(first), ...getSlugs(rest)]).toEqual(made);
    expect((await listAddresses(`?after=${rest.body.items.at(-1).id}`)).body).toEqual({ items: [] });
  });

  it('have the date of the last change that visitors could see', async () => {
    const publishedAt = new Date('2026-01-01T00:00:00Z');
    const revisedAt = new Date('2026-02-01T00:00:00Z');
    const past = new Date('2026-03-01T00:00:00Z');
    await makeEntry(api.ctx, 'APP', { slug: 'fresh', publishedAt });
    await makeEntry(api.ctx, 'APP', { slug: 'revised', publishedAt, text: { revisedAt } });
    await makeEntry(api.ctx, 'APP', {
      slug: 'taken-over',
      publishedAt,
      text: { revisedAt },
      next: { at: past, text: { title: 'Next' } },
    });
    await makeEntry(api.ctx, 'APP', {
      slug: 'not-yet',
      publishedAt,
      next: { at: getTimeFromNow(3600), text: { title: 'Next' } },
    });
    const { body } = await listAddresses();
    const changes = Object.fromEntries(
      body.items.map(({ slug, changedAt }: { slug: string; changedAt: string }) => [slug, new Date(changedAt)]),
    );
    expect(changes).toEqual({ fresh: publishedAt, revised: revisedAt, 'taken-over': past, 'not-yet': publishedAt });
  });

  it('refuse an invalid start or limit', async () => {
    for (const [query, field] of [
      ['after=-1', 'after'],
      ['after=x', 'after'],
      ['limit=0', 'limit'],
      ['limit=5001', 'limit'],
      ['after=99999999999999999999', 'after'],
    ]) {
      const answer = await listAddresses(`?${query}`);
      expect([query, answer.status, getInvalidFields(answer)]).toEqual([query, 400, [field]]);
    }
  });
});

/** Returns the date in a zone, such as 2026-03-01. */
function getDay(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format();
}

function getFirst(slugs: string[], day: string): string {
  const rank = (slug: string) =>
    createHash('md5')
      .update(slug + day)
      .digest('hex');
  return slugs.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] as string;
}

const slugs = Array.from({ length: 40 }, (_, index) => `question-${index}`);

describe('the question of the day', () => {
  it('is null without any trivia', async () => {
    await makeEntry(api.ctx, 'BLOG');
    for (const state of [
      { publishedAt: null },
      { publishedAt: getTimeFromNow(3600) },
      { withdrawnAt: getTimeFromNow(-60) },
    ])
      await makeEntry(api.ctx, 'TRIVIA', state);
    expect((await api.get('/api/feed/trivia-of-the-day')).body).toEqual({ item: null });
  });

  it('has its options and the correct one', async () => {
    const { slug } = await makeEntry(api.ctx, 'TRIVIA', {
      text: { fields: { question: 'Which?', options: ['This', 'That', 'Neither'], answer: 2 } },
    });
    expect((await api.get('/api/feed/trivia-of-the-day')).body.item).toEqual({
      slug,
      question: 'Which?',
      options: ['This', 'That', 'Neither'],
      answer: 2,
    });
  });

  it('is the same on all servers, and changes with the date of the time zone', async () => {
    for (const slug of slugs) await makeEntry(api.ctx, 'TRIVIA', { slug });
    // One of these zones always has another date.
    for (const timeZone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      const { item } = await getTriviaOfTheDay({ ...api.ctx, company: { ...api.ctx.company, timeZone } });
      expect([timeZone, item?.slug]).toEqual([timeZone, getFirst(slugs, getDay(timeZone))]);
    }
  });
});

beforeEach(() => api.ctx.db.delete(sharedValues).where(eq(sharedValues.name, 'feed_id_origin')));

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
  const folder = await exportToFolder(api.ctx);
  await api.database.empty();
  await completeFeedIds(api.ctx, 'https://other.example');
  await importContent(api.ctx, folder);
  expect(await readIds()).toEqual(before);
  await importContent(api.ctx, folder);
  expect(await readIds()).toEqual(before);
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
