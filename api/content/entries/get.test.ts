import { describe, expect, it } from 'vitest';
import { type Answer, getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeEntry, makeMember, sampleFields } from '../../../testing/makers.ts';
import { sampleTypes } from '../../../testing/sample-types.ts';
import { setUpApi } from '../../../testing/set-up.ts';

const api = await setUpApi();

/** Returns a response without the parts that differ between any two requests. */
function toComparable({ status, headers, body }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return {
    status,
    headers: rest,
    body: JSON.parse(JSON.stringify(body).replaceAll(headers['x-request-id'] ?? '', '')),
  };
}

describe.each(sampleTypes)('one %s', (type) => {
  const get = (slug: string) => api.get(getEntryUrl(type, 'item', { slug }));

  it('is returned whole under its slug', async () => {
    const { id, slug } = await makeEntry(api.ctx, type, {
      text: { title: 'Named', body: '## Part\n\nText', keywords: ['a', 'b'] },
    });
    const { status, body, headers } = await get(slug);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type,
      id,
      slug,
      title: 'Named',
      keywords: ['a', 'b'],
      author: null,
      preview: false,
      readingMinutes: 1,
    });
    expect(body.fields).toEqual(sampleFields[type]);
    expect(body.html).toBe('<h2 id="s-part">Part</h2>\n<p>Text</p>');
    expect(body.toc).toEqual([{ id: 's-part', text: 'Part', depth: 2 }]);
    expect(headers['cache-control']).toMatch(/^public/);
  });

  it('is 404 under an unknown slug and under the slug of another type', async () => {
    const other = await makeEntry(api.ctx, type === 'BLOG' ? 'TRIVIA' : 'BLOG');
    expect((await get('nothing-here')).status).toBe(404);
    expect((await get(other.slug)).status).toBe(404);
  });

  it('as a draft or scheduled is the same 404 as an unknown slug', async () => {
    const draft = await makeEntry(api.ctx, type, { publishedAt: null });
    const scheduled = await makeEntry(api.ctx, type, { publishedAt: getTimeFromNow(3600) });
    const withdrawnDraft = await makeEntry(api.ctx, type, { publishedAt: null, withdrawnAt: getTimeFromNow(-60) });
    const unknown = toComparable(await get('nothing-here'));
    for (const { slug } of [draft, scheduled, withdrawnDraft]) expect(toComparable(await get(slug))).toEqual(unknown);
  });

  it('is 410 after its withdrawal, and available before', async () => {
    const gone = await makeEntry(api.ctx, type, { withdrawnAt: getTimeFromNow(-60) });
    const going = await makeEntry(api.ctx, type, { withdrawnAt: getTimeFromNow(3600) });
    const { status, body } = await get(gone.slug);
    expect(status).toBe(410);
    expect(body.error.code).toBe('gone');
    expect((await get(going.slug)).status).toBe(200);
  });

  it('is found under a former slug with its current slug, and as a draft under neither', async () => {
    const former = `${type.toLowerCase()}-former`;
    const { slug } = await makeEntry(api.ctx, type, { formerSlugs: [former] });
    const { status, body } = await get(former);
    expect([status, body.slug]).toEqual([200, slug]);
    await makeEntry(api.ctx, type, { publishedAt: null, formerSlugs: [`${former}-draft`] });
    expect((await get(`${former}-draft`)).status).toBe(404);
  });

  it('returns the fields of a page head, with the same errors', async () => {
    const { slug } = await makeEntry(api.ctx, type, { text: { title: 'T', summary: 'S', keywords: ['k'] } });
    const draft = await makeEntry(api.ctx, type, { publishedAt: null });
    expect((await api.get(getEntryUrl(type, 'metaKeys', { slug }))).body).toEqual({
      slug,
      title: 'T',
      description: 'S',
      keywords: ['k'],
    });
    expect((await api.get(getEntryUrl(type, 'metaKeys', { slug: draft.slug }))).status).toBe(404);
  });
});

describe('by the clock alone, without a worker', () => {
  it('a scheduled entry, a next revision and a withdrawal take effect at their times', async () => {
    const at = getTimeFromNow(3600);
    const scheduled = await makeEntry(api.ctx, 'BLOG', { publishedAt: at, text: { title: 'Due' } });
    const changing = await makeEntry(api.ctx, 'TRIVIA', {
      text: { title: 'Before', body: 'Old' },
      next: { at, text: { title: 'After', body: 'New' } },
    });
    const leaving = await makeEntry(api.ctx, 'APP', { withdrawnAt: at });
    const ask = async () => [
      (await api.get(getEntryUrl('BLOG', 'item', { slug: scheduled.slug }))).status,
      getSlugs(await api.get(getEntryUrl('BLOG', 'recent', { n: 50 }))).includes(scheduled.slug),
      (await api.get(getEntryUrl('TRIVIA', 'item', { slug: changing.slug }))).body.html,
      (await api.get(getEntryUrl('TRIVIA', 'metaKeys', { slug: changing.slug }))).body.title,
      (await api.get(getEntryUrl('APP', 'item', { slug: leaving.slug }))).status,
    ];
    expect(await ask()).toEqual([404, false, '<p>Old</p>', 'Before', 200]);
    // An hour passes: every time is an hour earlier.
    await api.database.pool.query(`update entries set published_at = published_at - interval '1 hour',
      withdrawn_at = withdrawn_at - interval '1 hour', next_at = next_at - interval '1 hour'`);
    expect(await ask()).toEqual([200, true, '<p>New</p>', 'After', 410]);
  });
});

it('names the author and the date of the last change', async () => {
  const author = await makeMember(api.ctx, { name: 'Ada', role: 'Writer' });
  const { slug } = await makeEntry(api.ctx, 'BLOG', {
    text: { authorId: author.id, revisedAt: new Date('2026-02-03T04:05:06Z') },
  });
  const { body } = await api.get(getEntryUrl('BLOG', 'item', { slug }));
  expect(body.author).toEqual({ slug: author.slug, name: 'Ada', role: 'Writer' });
  expect(body.updatedAt).toBe('2026-02-03T04:05:06.000Z');
});

it('needs a slug', async () => {
  const { status, body } = await api.get('/api/trivia/getData');
  expect(status).toBe(400);
  expect(body.error.fields).toMatchObject([{ path: 'slug' }]);
  expect((await api.get('/api/trivia/getData?slug=')).status).toBe(400);
});
