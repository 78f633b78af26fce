import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createPreviewToken } from '../../api/content/entries/preview-token.ts';
import { entries } from '../../api/db/tables.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { sampleTypes } from '../../testing/sample-types.ts';
import { setUpSite } from '../../testing/test-site.ts';

// Drafts and scheduled revisions are visible by a preview link, and to nobody else (readings, "Address parameters").

const site = await setUpSite();

const visit = (path: string) => fetch(site.address + path, { redirect: 'manual' });
const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ admin: token })}`;

/** Creates a token for the newest revision of an entry. */
async function makeToken(id: number): Promise<string> {
  const [entry] = await site.database.db.select().from(entries).where(eq(entries.id, id));
  return createPreviewToken(site.database, id, entry?.nextRevisionId ?? entry?.liveRevisionId ?? 0);
}

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

describe.each(sampleTypes)('of type %s', (type) => {
  it('a draft is visible only by the link', async () => {
    const { id, slug } = await makeEntry(site.database, type, { publishedAt: null, text: { title: 'Not yet' } });
    const token = await makeToken(id);
    const path = getEntryPath(type, slug);
    await expectPreview(path, token, 'Not yet');
    for (const address of [path, withToken(path, `${token}x`)]) expect((await visit(address)).status).toBe(404);
  });

  it('a scheduled revision is visible, and the public response has the same bytes before and after', async () => {
    const next = { at: getTimeFromNow(3600), text: { title: 'Later' } };
    const { id, slug } = await makeEntry(site.database, type, { text: { title: 'Now' }, next });
    const path = getEntryPath(type, slug);
    const before = await (await visit(path)).text();
    const token = await makeToken(id);
    await expectPreview(path, token, 'Later');
    const answer = await visit(path);
    expect(await answer.text()).toBe(before);
    expect(before).not.toContain('Preview.');
    expect(answer.headers.get('cache-control')).toContain('s-maxage');
  });
});

it('Home is visible at / and /search', async () => {
  const { id } = await makeEntry(site.database, 'PAGE', {
    slug: 'home',
    text: { title: 'Now' },
    next: { at: getTimeFromNow(3600), text: { title: 'Later' } },
  });
  const token = await makeToken(id);
  for (const path of ['/', '/search']) {
    await expectPreview(path, token, 'Later');
    expect(await (await visit(path)).text()).toMatch(/<h1[^>]*>Now<\/h1>/);
  }
});

it('the drawings of a draft are visible only by the link', async () => {
  const infographic = await makeEntry(site.database, 'INFOGRAPHIC', { publishedAt: null });
  const service = await makeEntry(site.database, 'SERVICE', { publishedAt: null });
  for (const [type, { id, slug }, drawings] of [
    ['INFOGRAPHIC', infographic, ['plate/INFOGRAPHIC/$.svg', 'chart/INFOGRAPHIC/$/0.svg', 'chart/INFOGRAPHIC/$/0.png']],
    ['SERVICE', service, ['plate/SERVICE/$.svg', 'schematic/SERVICE/$.svg']],
  ] as const) {
    const token = await makeToken(id);
    const html = await expectPreview(getEntryPath(type, slug), token, '.*');
    for (const drawing of drawings) {
      const path = `/drawings/${drawing.replace('$', slug)}`;
      // The page contains the other drawings inline.
      if (drawing.startsWith('chart')) expect(html).toContain(withToken(path, token));
      const answer = await visit(withToken(path, token));
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect((await visit(path)).status).toBe(404);
    }
  }
});
