import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { getTriviaOfTheDay } from './feed.ts';

const api = await setUpApi(removeContent);

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
