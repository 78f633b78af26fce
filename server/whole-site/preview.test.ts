import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPreview } from '../../api/entries/create-preview.ts';
import { entryTypeNames, getEntryPath } from '../../contract/entry-types.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { inSeconds, makeEntry } from '../../testing/makers.ts';
import { openTestSite, type TestSite } from '../../testing/site-app.ts';

// What an editor sees by a preview link and nobody sees without it (readings, "Address parameters").

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
  database = await openTestDatabase();
  site = await openTestSite(database);
}, 180_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

const visit = (path: string) => fetch(site.address + path, { redirect: 'manual' });
const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ admin: token })}`;

async function expectPreview(path: string, token: string, title: string) {
  const answer = await visit(withToken(path, token));
  const html = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  expect(html).toContain('<strong>Preview.</strong>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  return html;
}

describe.each(entryTypeNames)('of type %s', (type) => {
  it('a draft shows, and only by the link', async () => {
    const { slug } = await makeEntry(database, type, { publishedAt: null, text: { title: 'Not yet' } });
    const { token, shows } = await createPreview(database, type, slug);
    expect(shows).toBe('DRAFT');
    const path = getEntryPath(type, slug);
    await expectPreview(path, token, 'Not yet');
    for (const address of [path, withToken(path, `${token}x`)]) expect((await visit(address)).status).toBe(404);
  });

  it('a scheduled revision shows, and the anonymous answer is the same bytes before and after', async () => {
    const next = { at: inSeconds(3600), text: { title: 'Later' } };
    const { slug } = await makeEntry(database, type, { text: { title: 'Now' }, next });
    const path = getEntryPath(type, slug);
    const before = await (await visit(path)).text();
    const { token, shows, at } = await createPreview(database, type, slug);
    expect([shows, at]).toEqual(['SCHEDULED', next.at]);
    await expectPreview(path, token, 'Later');
    const answer = await visit(path);
    expect(await answer.text()).toBe(before);
    expect(before).not.toContain('Preview.');
    expect(answer.headers.get('cache-control')).toContain('s-maxage');
  });
});

it('Home shows at / and /search', async () => {
  await makeEntry(database, 'PAGE', {
    slug: 'home',
    text: { title: 'Now' },
    next: { at: inSeconds(3600), text: { title: 'Later' } },
  });
  const { token } = await createPreview(database, 'PAGE', 'home');
  for (const path of ['/', '/search']) {
    await expectPreview(path, token, 'Later');
    expect(await (await visit(path)).text()).toMatch(/<h1[^>]*>Now<\/h1>/);
  }
});

it('the drawings of a draft show by the link alone', async () => {
  const infographic = await makeEntry(database, 'INFOGRAPHIC', { publishedAt: null });
  const service = await makeEntry(database, 'SERVICE', { publishedAt: null });
  for (const [type, slug, drawings] of [
    [
      'INFOGRAPHIC',
      infographic.slug,
      ['plate/INFOGRAPHIC/$.svg', 'chart/INFOGRAPHIC/$/0.svg', 'chart/INFOGRAPHIC/$/0.png'],
    ],
    ['SERVICE', service.slug, ['plate/SERVICE/$.svg', 'schematic/SERVICE/$.svg']],
  ] as const) {
    const { token } = await createPreview(database, type, slug);
    const html = await expectPreview(getEntryPath(type, slug), token, '.*');
    for (const drawing of drawings) {
      const path = `/drawings/${drawing.replace('$', slug)}`;
      // The others stand in the page itself.
      if (drawing.startsWith('chart')) expect(html).toContain(withToken(path, token));
      const answer = await visit(withToken(path, token));
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect((await visit(path)).status).toBe(404);
    }
  }
});

it('no link is made for what does not exist', async () => {
  await expect(createPreview(database, 'BLOG', 'no-such-thing')).rejects.toMatchObject({ code: 'not_found' });
});
