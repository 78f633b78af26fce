import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { createPreviewToken } from '../../api/content/entries/preview-token.ts';
import { categories, entries } from '../../api/db/tables.ts';
import { paths } from '../../contract/http/paths.table.ts';
import { getTimeFromNow, makeCategory, makeDraft, makeEntry, makeMember, makePersona } from '../../testing/makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { setUpSite, type TestSite } from '../../testing/test-site.ts';

const database = await setUpDatabase();
for (const slug of ['home', 'about-us']) await makeEntry(database, 'PAGE', { slug });
const [one, two, uncached] = await Promise.all([
  setUpSite({ database }),
  setUpSite({ database }),
  setUpSite({ database, env: { PAGE_CACHE_MB: '0' } }),
]);
await Promise.all([one, two].map(expectCached));

async function read(site: TestSite, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.address + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
}

/** Returns how often the site renders a page during a call. */
async function countRenders(site: TestSite, ask: () => Promise<unknown>): Promise<number> {
  const before = site.rendered.length;
  await ask();
  return site.rendered.length - before;
}

/** Waits until a site caches pages. */
function expectCached(site: TestSite): Promise<void> {
  return vi.waitFor(
    async () => {
      await read(site, '/about-us');
      expect(await countRenders(site, () => read(site, '/about-us'))).toBe(0);
    },
    { timeout: 30_000 },
  );
}

/** Waits until all sites show a text. An announcement of the database takes a moment. */
async function expectShown(path: string, text: string): Promise<void> {
  for (const site of [one, two])
    await expect.poll(async () => (await read(site, path)).text, { interval: 20 }).toContain(text);
}

function setTitle(id: number, title: string) {
  return database.pool.query(
    'update revisions set title = $2 where id = (select live_revision_id from entries where id = $1)',
    [id, title],
  );
}

/**
 * Waits until both sites have received all changes so far. PostgreSQL delivers announcements in the order of commits.
 * No other change removes the list of personas from the caches, so a new list proves that its announcement arrived.
 */
async function waitForChanges(): Promise<void> {
  for (const site of [one, two]) await read(site, paths.personas);
  const { label } = await makePersona(database, { label: `Persona ${randomUUID()}` });
  await expectShown(paths.personas, label);
}

describe('a cached page', () => {
  it('equals a page rendered now, headers included, except for the request id', async () => {
    const { slug } = await makeEntry(database, 'BLOG');
    for (const path of ['/', '/blogs', `/blog/${slug}`, '/api/blog/enable/list', '/feed.xml', '/sitemap.xml']) {
      await read(one, path);
      const [cached, again, made] = [await read(one, path), await read(one, path), await read(uncached, path)];
      expect(cached.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      expect(cached.headers['x-request-id']).not.toBe(again.headers['x-request-id']);
      const { date: _, 'x-request-id': __, ...lasting } = cached.headers;
      const { date: ___, 'x-request-id': ____, ...expected } = made.headers;
      // Each site has an address of its own, so lengths and validators differ.
      const own = { 'content-length': '', etag: '' };
      expect({ ...lasting, ...own }, path).toEqual({ ...expected, ...own });
      expect(lasting.etag).toMatch(/^"[\w-]{27}"$/);
      const splitIntoParts = (text: string) => text.replaceAll(/localhost:\d+/g, '').split(/(?=[<,{])/);
      expect(splitIntoParts(cached.text)).toEqual(splitIntoParts(made.text));
      const condition = { 'if-none-match': cached.headers.etag ?? '', 'accept-encoding': 'gzip, deflate' };
      const etag = (await read(one, path, { 'accept-encoding': 'gzip, deflate' })).headers.etag ?? '';
      expect((await read(one, path, { ...condition, 'if-none-match': etag })).status).toBe(304);
    }
  });

  it('is rendered once for any number of unknown query parameters', async () => {
    await makeEntry(database, 'BLOG');
    await waitForChanges();
    const ask = async () => {
      for (let index = 0; index < 30; index++) expect((await read(one, `/blogs?x=${index}`)).status).toBe(200);
    };
    expect(await countRenders(one, ask)).toBe(1);
    expect(await countRenders(one, () => read(one, '/blogs'))).toBe(0);
  });

  it('is rendered once for concurrent requests', async () => {
    await makeEntry(database, 'SERVICE');
    await waitForChanges();
    const ask = () => Promise.all(Array.from({ length: 40 }, () => read(one, '/what-we-do')));
    expect(await countRenders(one, ask)).toBe(1);
  });

  it('is never an error, a redirect, a thank-you page or a preview', async () => {
    const { id, slug } = await makeEntry(database, 'BLOG', { formerSlugs: ['was-called-this'] });
    const draft = await makeDraft(database, id, 'BLOG', { title: 'Secret draft', body: 'Secret' });
    const token = await createPreviewToken(database, id, draft);
    const before = await read(one, `/blog/${slug}`);
    for (const path of ['/blog/none', '/blog/was-called-this', '/thank-you', `/blog/${slug}?admin=${token}`])
      expect(await countRenders(one, async () => [await read(one, path), await read(one, path)]), path).toBe(2);
    expect((await read(one, `/blog/${slug}?admin=${token}`)).headers['cache-control']).toBe('no-store');
    expect((await read(one, `/blog/${slug}?admin=${token}`)).text).toContain('Secret draft');
    expect((await read(one, `/blog/${slug}?admin=true`)).text).toBe(before.text);
    expect((await read(one, `/api/blog/blogdetails/${slug}?admin=${token}`)).text).toContain('Secret draft');
    expect((await read(one, `/api/blog/blogdetails/${slug}`)).text).not.toContain('Secret draft');
    expect((await read(one, '/blog/was-called-this?utm=1')).headers.location).toBe(`/blog/${slug}?utm=1`);
  });
});

describe('an edit', () => {
  it('is visible at once on every server, wherever the entry is shown', async () => {
    const category = await makeCategory(database, 'BLOG');
    const { id, slug } = await makeEntry(database, 'BLOG', {
      categoryId: category.id,
      publishedAt: getTimeFromNow(-1),
    });
    const paths = ['/', '/blogs', `/blog/${slug}`, `/blog-category/${category.slug}`, '/feed.xml', '/blogs/feed.json'];
    for (const site of [one, two]) for (const path of paths) await read(site, path);
    await setTitle(id, 'Edited title');
    for (const path of [...paths, '/api/blog/enable/list']) await expectShown(path, 'Edited title');
    await database.db.update(entries).set({ withdrawnAt: sql`now()` }).where(eq(entries.id, id));
    for (const site of [one, two]) await expect.poll(async () => (await read(site, `/blog/${slug}`)).status).toBe(410);
  });

  it('of figures is visible in their drawings, which browsers revalidate', async () => {
    const { id, slug } = await makeEntry(database, 'INFOGRAPHIC');
    const [svg, png] = [`/drawings/chart/INFOGRAPHIC/${slug}/0.svg`, `/drawings/chart/INFOGRAPHIC/${slug}/0.png`];
    const before = [await read(one, svg), await read(one, png), await read(two, svg)];
    for (const { headers } of before) {
      expect(headers['cache-control']).toMatch(/max-age=0.*must-revalidate/);
      expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    }
    const getCondition = (at: number) => ({ 'if-none-match': before[at]?.headers.etag ?? '' });
    expect((await read(one, svg, getCondition(0))).status).toBe(304);
    expect((await read(one, png, getCondition(1))).status).toBe(304);
    await database.pool.query(
      `update revisions set fields = jsonb_set(fields, '{sheets,0,title}', '"Edited sheet"') where entry_id = $1`,
      [id],
    );
    await expectShown(svg, 'Edited sheet');
    expect((await read(one, svg, getCondition(0))).status).toBe(200);
    expect((await read(one, png, getCondition(1))).status).toBe(200);
  });

  it('of a category or a team member is visible too, and other pages stay cached', async () => {
    const category = await makeCategory(database, 'TRIVIA');
    await makeEntry(database, 'TRIVIA', { categoryId: category.id });
    const member = await makeMember(database);
    await expectShown('/about-us', member.name);
    for (const path of ['/trivia', '/about-us']) await read(one, path);
    await database.db.update(categories).set({ name: 'Renamed' }).where(eq(categories.id, category.id));
    await expectShown('/trivia', 'Renamed');
    await waitForChanges();
    await read(one, '/trivia');
    await makeMember(database, { name: 'Grace Newcomer' });
    await expectShown('/about-us', 'Grace Newcomer');
    expect(await countRenders(one, () => read(one, '/trivia'))).toBe(0);
  });

  it('that changes nothing, or is rolled back, is not announced', async () => {
    const { id } = await makeEntry(database, 'PLAN');
    await expectShown('/our-plans', 'Title');
    await waitForChanges();
    await read(one, '/our-plans');
    await database.pool.query('update entries set position = position where id = $1', [id]);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('update entries set position = 5 where id = $1', [id]);
    await client.query('rollback');
    client.release();
    await waitForChanges();
    expect(await countRenders(one, () => read(one, '/our-plans'))).toBe(0);
    await database.pool.query('update entries set position = 7 where id = $1', [id]);
    await expect.poll(() => countRenders(one, () => read(one, '/our-plans'))).toBe(1);
  });
});

describe('a scheduled change', () => {
  it('takes effect without an edit: an entry appears, changes its text and disappears on time', async () => {
    // The pages are read before this moment, also on a busy machine.
    const at = getTimeFromNow(6);
    const appearing = await makeEntry(database, 'BLOG', { publishedAt: at, text: { title: 'Appearing' } });
    const changing = await makeEntry(database, 'BLOG', { next: { at, text: { title: 'Second text' } } });
    const leaving = await makeEntry(database, 'BLOG', { withdrawnAt: at, text: { title: 'Leaving' } });
    await waitForChanges();
    const before = (await read(one, '/blogs')).text;
    expect(['Appearing', 'Second text', 'Leaving'].filter((title) => before.includes(title))).toEqual(['Leaving']);
    expect((await read(one, `/blog/${appearing.slug}`)).status).toBe(404);
    await expectShown('/blogs', 'Appearing');
    await expectShown('/blogs', 'Second text');
    await expectShown(`/blog/${changing.slug}`, 'Second text');
    for (const site of [one, two])
      await expect.poll(async () => (await read(site, `/blog/${leaving.slug}`)).status).toBe(410);
    expect((await read(one, '/blogs')).text).not.toContain('Leaving');
    expect(await countRenders(one, () => read(one, '/blogs'))).toBe(0);
  });
});

describe('while changes are not announced', () => {
  it('caches nothing, and is up to date when announcements return', async () => {
    const { id } = await makeEntry(database, 'MICROSERVICE');
    await expectShown('/microservices', 'Title');
    await read(one, '/microservices');
    // The connections end and the edit is committed before the sites subscribe again, so they miss its announcement.
    const name = database.config.database ?? new URL(database.config.connectionString ?? '').pathname.slice(1);
    const client = await database.pool.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'site-announcements' and datname = $1`,
      [name],
    );
    await client.query('begin');
    await client.query(
      'update revisions set title = $2 where id = (select live_revision_id from entries where id = $1)',
      [id, 'Edited in silence'],
    );
    await client.query('commit');
    client.release();
    await expectShown('/microservices', 'Edited in silence');
    await Promise.all([one, two].map(expectCached));
    await setTitle(id, 'Announced again');
    await expectShown('/microservices', 'Announced again');
    const isReported = () => one.lines.some(({ msg }) => msg.includes('changes of content are not announced'));
    await expect.poll(isReported).toBe(true);
  });
});
