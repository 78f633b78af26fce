import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { getTimeFromNow, makeDraft, makeEntry } from '../../testing/makers.ts';
import { removeContent, setUpApi } from '../../testing/set-up.ts';
import { viewQueries, views } from '../db/tables.ts';
import { removeOldViews, viewRetentionMonths } from './record-view.ts';

const api = await setUpApi(removeContent);
let slug: string;
beforeEach(async () => {
  ({ slug } = await makeEntry(api.ctx, 'BLOG'));
});

const device = '900150983cd24fb0d6963f7d28e17f72-3f0c2d1e-8b7a-4c6d-9e5f-0a1b2c3d4e5f';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const fromReader = { 'sec-fetch-site': 'same-origin', 'user-agent': browser };
const done = { status: 202, body: { error: null } };

function record(view: object = {}, headers: Record<string, string> = {}) {
  const payload = { contentType: 'BLOG', slug, ...view };
  return api.get('/api/user-view-query/create', { method: 'POST', payload, headers: { ...fromReader, ...headers } });
}

/** Returns every value of every column that a view stores. */
async function loadEverything(): Promise<unknown[]> {
  const { rows: counted } = await api.database.pool.query<Record<string, unknown>>('select * from views');
  const { rows: asked } = await api.database.pool.query<Record<string, unknown>>('select * from view_queries');
  return [...counted, ...asked].flatMap((row) => Object.values(row));
}

const getHour = () => Math.floor(Date.now() / 3_600_000) * 3_600_000;

describe('a view', () => {
  it('is answered with 202 and JSON and counted in its hour, without token or cookie', async () => {
    const asked = getHour();
    const answer = await record();
    expect(answer).toMatchObject(done);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const [row, ...others] = await api.ctx.db.select().from(views);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ device: null, times: 1 });
    // An hour may end during the test.
    expect([asked, getHour()]).toContain(row?.viewedHour.getTime());
  });

  it.each(['BLOG', 'TRIVIA', 'INFOGRAPHIC', 'SERVICE', 'PLAN', 'MICROSERVICE', 'APP', 'PAGE'] as const)(
    'of %s is counted',
    async (contentType) => {
      const made = await makeEntry(api.ctx, contentType);
      expect(await record({ contentType, slug: made.slug })).toMatchObject(done);
      expect(await api.ctx.db.select().from(views)).toMatchObject([{ entryId: made.id }]);
    },
  );

  it('sent 30 times at once is one row with the count 30', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => record({ query: 'Routing loops' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await api.ctx.db.select().from(views)).toMatchObject([{ times: 30 }]);
    expect(await api.ctx.db.select().from(viewQueries)).toMatchObject([{ query: 'routing loops', times: 30 }]);
  });

  it('stores nothing about the reader without consent', async () => {
    await record(
      { query: 'dns' },
      { 'accept-language': 'mt-MT', 'x-forwarded-for': '203.0.113.7', cookie: 'a=secret' },
    );
    const values = (await loadEverything()).map((value) =>
      value instanceof Date ? value.toISOString() : String(value),
    );
    // Entry, hour, device, times; entry, day, query, times.
    expect(values).toHaveLength(8);
    expect(values.join(' ')).not.toMatch(/mt-MT|203\.0\.113|127\.0\.0|secret|Firefox|[\da-f]{32}/);
    expect(values.filter((value) => /T\d\d:(?!00:00)/.test(value))).toEqual([]);
  });

  it('stores the device id after consent, but never together with a search text', async () => {
    await record({ deviceuuID: device, query: 'dns' });
    expect(await api.ctx.db.select().from(views)).toMatchObject([{ device, times: 1 }]);
    expect(JSON.stringify(await api.ctx.db.select().from(viewQueries))).not.toContain(device);
  });

  it('stores no device id for a browser with Global Privacy Control, even if one is sent', async () => {
    expect(await record({ deviceuuID: device }, { 'sec-gpc': '1' })).toMatchObject(done);
    expect(await api.ctx.db.select().from(views)).toMatchObject([{ device: null, times: 1 }]);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/148.0.0.0 Safari/537.36',
    'facebookexternalhit/1.1',
    'curl/8.5.0',
    'python-requests/2.32',
    '',
  ])('of the user agent %j is answered the same and not counted', async (agent) => {
    expect(await record({ query: 'dns' }, { 'user-agent': agent })).toMatchObject(done);
    expect(await loadEverything()).toEqual([]);
  });

  it('of a telephone model called Cubot is counted', async () => {
    await record({}, { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/148.0 Mobile Safari/537.36' });
    expect(await api.ctx.db.select().from(views)).toHaveLength(1);
  });

  it('of an entry that visitors cannot see is answered the same and stores nothing', async () => {
    const draft = await makeEntry(api.ctx, 'BLOG', { publishedAt: null });
    const later = await makeEntry(api.ctx, 'BLOG', { publishedAt: getTimeFromNow(3600) });
    const withdrawn = await makeEntry(api.ctx, 'BLOG', { withdrawnAt: getTimeFromNow(-60) });
    const shown = await makeEntry(api.ctx, 'TRIVIA');
    await makeDraft(api.ctx, shown.id, 'TRIVIA', { title: 'Draft', body: 'Text' });
    for (const unknown of [
      'no-such-thing',
      draft.slug,
      later.slug,
      withdrawn.slug,
      shown.slug,
      "'; drop table views",
    ]) {
      const { status, body } = await record({ slug: unknown, query: 'dns' });
      expect([unknown, status, body]).toEqual([unknown, 202, { error: null }]);
    }
    expect(await loadEverything()).toEqual([]);
  });

  it.each([
    ['slug', { slug: '' }],
    ['slug', { slug: 'a\0b' }],
    ['slug', { slug: 'x'.repeat(201) }],
    ['contentType', { contentType: 'blog' }],
    ['query', { query: 'x'.repeat(201) }],
    ['query', { query: ['a'] }],
    ['deviceuuID', { deviceuuID: 'somebody' }],
    ['deviceuuID', { deviceuuID: `${device}\n` }],
  ])('is refused at the field %s if it is invalid', async (field, wrong) => {
    const { status, body } = await record(wrong);
    expect(status).toBe(400);
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([field]);
    expect(await loadEverything()).toEqual([]);
  });

  it('is refused with unknown fields, from another site, and from a client without an origin', async () => {
    expect((await record({ email: 'ada@example.org' })).status).toBe(400);
    expect((await record({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await record({}, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const headers = { 'user-agent': browser };
    const payload = { contentType: 'BLOG', slug };
    expect((await api.get('/api/user-view-query/create', { method: 'POST', payload, headers })).status).toBe(403);
    expect(await loadEverything()).toEqual([]);
  });
});

describe('the search text of a view', () => {
  it.each([
    ['  How do I   route around a FAILURE? ', 'how do i route around a failure'],
    ["'); drop table view_queries; --", 'drop table viewqueries'],
    ['<script>alert(1)</script>', 'scriptalert1script'],
    ['a\0b\u202ec', 'abc'],
    ['=cmd|" /C calc"!A0', 'cmd c calca0'],
    ['Ｗｉｄｅ ＤＮＳ', 'wide dns'],
    ['Zürich Überlastung', 'zürich überlastung'],
    ['IPv6 2026', 'ipv6 2026'],
  ])('%j is counted as %j', async (query, kept) => {
    expect((await record({ query })).status).toBe(202);
    expect(await api.ctx.db.select().from(viewQueries)).toMatchObject([{ query: kept, times: 1 }]);
  });

  it.each([
    '',
    ' ?! ',
    '👩🏽‍🔧',
    'ada@example.org',
    'who is ada@example.org',
    '+44 117 496 0142',
    '4111 1111 1111 1111',
  ])('%j is not stored, and the view is counted', async (query) => {
    expect((await record({ query })).status).toBe(202);
    expect(await api.ctx.db.select().from(viewQueries)).toEqual([]);
    expect(await api.ctx.db.select().from(views)).toHaveLength(1);
  });

  it('is cut to a hundred characters', async () => {
    await record({ query: 'ab '.repeat(60) });
    const [row] = await api.ctx.db.select().from(viewQueries);
    expect(row?.query.length).toBeLessThanOrEqual(100);
  });
});

it('removes views after thirteen months, with their searches and with their entry', async () => {
  await record({ query: 'kept' });
  await api.ctx.db.execute(sql`
    insert into views (entry_id, viewed_hour)
    select entry_id, date_trunc('hour', now() - make_interval(months => ${viewRetentionMonths}, hours => h), 'UTC')
    from views, unnest(array[2, -2]) as h`);
  await api.ctx.db.execute(sql`
    insert into view_queries (entry_id, viewed_day, query)
    select entry_id, (now() - make_interval(months => ${viewRetentionMonths}, days => d))::date, 'older'
    from view_queries, unnest(array[2, -2]) as d`);
  expect(await removeOldViews(api.ctx)).toBe(2);
  expect(await removeOldViews(api.ctx)).toBe(0);
  expect(await api.ctx.db.select().from(views)).toHaveLength(2);
  expect(await api.ctx.db.select().from(viewQueries)).toHaveLength(2);
  await api.ctx.db.execute(sql`delete from entries`);
  expect(await loadEverything()).toEqual([]);
});
