import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Answer, getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeDraft, makeEntry, makeMember, sampleFields } from '../../../testing/makers.ts';
import { sampleTypes } from '../../../testing/sample-types.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { sharedValues } from '../../db/tables.ts';
import { createSignedToken } from '../../tokens.ts';
import { createPreviewToken } from './preview-token.ts';

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

const junk = [
  '',
  '1',
  'true',
  'null',
  'admin',
  "' or 1=1 --",
  '..',
  'a.b',
  'W10.x',
  '%00',
  '%FF',
  `${'A'.repeat(40)}.${'A'.repeat(43)}`,
  'x'.repeat(9000),
];

/** Returns the bytes of the response, without the id and time of the request. */
async function readBytes(url: string): Promise<string> {
  const { statusCode, headers, payload } = await api.app.inject(url);
  const { 'x-request-id': id, date: _date, ...rest } = headers;
  return JSON.stringify({ statusCode, rest, payload: payload.replaceAll(String(id), '') });
}

const hour = 60 * 60 * 1000;

/** Returns a token with any payload, signed with the right key. */
const createToken = (payload: unknown) => createSignedToken(api.ctx, 'preview', payload);

describe.each(sampleTypes)('the admin parameter of %s', (type) => {
  it('changes no byte of a response unless the token is valid', async () => {
    const published = await makeEntry(api.ctx, type);
    const draft = await makeEntry(api.ctx, type, { publishedAt: null });
    const gone = await makeEntry(api.ctx, type, { withdrawnAt: getTimeFromNow(-9) });
    for (const slug of [published.slug, draft.slug, gone.slug, 'unknown']) {
      const url = getEntryUrl(type, 'item', { slug });
      const with_ = url.includes('?') ? `${url}&` : `${url}?`;
      const plain = await readBytes(url);
      const values = junk.map((value) => `admin=${value.startsWith('%') ? value : encodeURIComponent(value)}`);
      const answers = await Promise.all(
        [...values, 'admin', 'admin=1&admin=2', 'admin[]=1', 'admin[a]=b'].map((query) => readBytes(with_ + query)),
      );
      for (const answer of answers) expect(answer).toBe(plain);
    }
  });

  it('shows the revision of a valid token, marked as a preview and never cached', async () => {
    const draft = await makeEntry(api.ctx, type, { publishedAt: null, text: { title: 'Not yet' } });
    const admin = await createPreviewToken(api.ctx, draft.id, draft.revisionId);
    const { status, body, headers } = await api.get(getEntryUrl(type, 'item', { slug: draft.slug, admin }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Not yet', preview: true });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a preview token', () => {
  const getItemUrl = (slug: string, admin: string) => getEntryUrl('BLOG', 'item', { slug, admin });

  it('shows an unpublished revision of a published entry to its bearer only', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'BLOG', { text: { title: 'Live' } });
    const draftId = await makeDraft(api.ctx, id, 'BLOG', { title: 'Draft', body: 'Draft body' });
    const admin = await createPreviewToken(api.ctx, id, draftId);
    expect((await api.get(getItemUrl(slug, admin))).body).toMatchObject({
      title: 'Draft',
      html: '<p>Draft body</p>',
      preview: true,
    });
    expect((await api.get(getEntryUrl('BLOG', 'item', { slug }))).body).toMatchObject({
      title: 'Live',
      preview: false,
    });
  });

  it('is refused after it expired', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    expect((await api.get(getItemUrl(slug, await createPreviewToken(api.ctx, id, revisionId, 60_000)))).status).toBe(
      200,
    );
    expect((await api.get(getItemUrl(slug, await createPreviewToken(api.ctx, id, revisionId, -1)))).status).toBe(404);
  });

  it('lasts an hour at most', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const capped = await createPreviewToken(api.ctx, id, revisionId, 100 * hour);
    const [, , expires] = JSON.parse(Buffer.from(capped.split('.')[0] ?? '', 'base64url').toString());
    expect(expires).toBeLessThanOrEqual(Date.now() + hour);
    expect((await api.get(getItemUrl(slug, await createToken([id, revisionId, Date.now() + 2 * hour])))).status).toBe(
      404,
    );
    expect((await api.get(getItemUrl(slug, await createToken([id, revisionId, Date.now() + hour / 2])))).status).toBe(
      200,
    );
  });

  it('is refused with any part changed', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const token = await createPreviewToken(api.ctx, id, revisionId);
    const [text = '', mac = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify([id, revisionId, Date.now() + hour / 2])).toString('base64url');
    const flip = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
    for (const changed of [
      `${forged}.${mac}`,
      `${flip(text)}.${mac}`,
      `${text}.${flip(mac)}`,
      text,
      `${text}.`,
      `.${mac}`,
      `${token}x`,
    ]) {
      expect((await api.get(getItemUrl(slug, changed))).status).toBe(404);
    }
    for (const payload of [
      {},
      [],
      [id],
      [id, revisionId],
      ['a', 'b', 'c'],
      [id, revisionId, Date.now() + 1000, 1],
      null,
    ]) {
      expect((await api.get(getItemUrl(slug, await createToken(payload)))).status).toBe(404);
    }
  });

  it('is refused for another entry, another type, or a revision of another entry', async () => {
    const mine = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const other = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const sameSlug = await makeEntry(api.ctx, 'TRIVIA', { publishedAt: null, slug: mine.slug });
    const token = await createPreviewToken(api.ctx, mine.id, mine.revisionId);
    expect((await api.get(getItemUrl(other.slug, token))).status).toBe(404);
    expect((await api.get(getEntryUrl('TRIVIA', 'item', { slug: sameSlug.slug, admin: token }))).status).toBe(404);
    expect(
      (await api.get(getItemUrl(mine.slug, await createPreviewToken(api.ctx, mine.id, other.revisionId)))).status,
    ).toBe(404);
    expect(
      (await api.get(getItemUrl(mine.slug, await createPreviewToken(api.ctx, other.id, mine.revisionId)))).status,
    ).toBe(404);
    expect((await api.get(getItemUrl(mine.slug, await createPreviewToken(api.ctx, mine.id, 999_999_999)))).status).toBe(
      404,
    );
  });

  it('is refused for another purpose', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const token = await createSignedToken(api.ctx, 'consultation', [id, revisionId, Date.now() + 1000]);
    expect((await api.get(getItemUrl(slug, token))).status).toBe(404);
  });

  it('is refused after the key was changed', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const token = await createPreviewToken(api.ctx, id, revisionId);
    await api.ctx.db.update(sharedValues).set({ value: 'another key' }).where(eq(sharedValues.name, 'signing_key'));
    expect((await api.get(getItemUrl(slug, token))).status).toBe(404);
  });
});
