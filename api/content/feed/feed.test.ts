import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { typesWithPages } from '../../../contract/content/entry-types.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { isListedType } from '../../../contract/content/list-settings.ts';
import { getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { sampleTypes } from '../../../testing/sample-types.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { getTriviaOfTheDay } from './feed.ts';

const api = await setUpApi(removeContent);

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
