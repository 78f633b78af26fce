import { beforeEach, expect, it } from 'vitest';
import { rateLimits } from '../../../contract/http/rate-limits.ts';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { createApiContext } from '../../../testing/api-context.ts';
import { getTimeFromNow, makeEntry } from '../../../testing/makers.ts';
import { createHttpStudioClient, makeUser } from '../../../testing/studio.ts';
import { setUpSite } from '../../../testing/test-site.ts';

const site = await setUpSite({ env: { TRUST_PROXY: '1' } });
const ctx = createApiContext(site.database.db, site.dataFolder);
const studio = createHttpStudioClient(site.address, (await makeUser(ctx, 'EDITOR')).token);
beforeEach(() => site.database.empty());

/** Visits an address as a guest; by default from a network of their own. */
function visit(path: string, from = getUniqueIpAddress(), method = 'GET') {
  return fetch(site.address + path, { method, redirect: 'manual', headers: { 'x-forwarded-for': from } });
}

async function shareDraft(title: string, isPinned = false) {
  const { id, slug } = await site.database.db.transaction((db) =>
    makeEntry({ db }, 'INFOGRAPHIC', { publishedAt: null, text: { title: 'Never published' } }),
  );
  const { version, content } = await studio.call('openEntry', { id });
  await studio.call('saveDraft', { id, version, content: { ...content, title } });
  const { address, link } = await studio.call('createShareLink', { id, days: 7, isPinned });
  const { pathname, search } = new URL(address);
  return { id, slug, link, path: pathname + search, query: search, own: pathname };
}

it('a guest with a link sees the draft with its drawings, without scripts, and nothing is stored or indexed', async () => {
  const { path, query, own, slug } = await shareDraft('Only by the link');
  const answer = await visit(path);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Only by the link<\/h1>/);
  expect(html).toMatch(
    /<aside class="preview-bar".*A draft, shared with you\. ?<.*It is not published.*It shows the latest version/s,
  );
  expect(html).not.toContain('<script');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringMatching(
      /script-src 'none'.*sandbox.*frame-ancestors 'none';style-src 'self' 'sha256-/,
    ),
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  const chart = `/drawings/chart/INFOGRAPHIC/${slug}/0.png`;
  expect(html).toContain(`href="${own}${chart}${query.replaceAll('&', '&amp;')}"`);
  const drawing = await visit(own + chart + query);
  expect([drawing.status, drawing.headers.get('cache-control')]).toEqual([200, 'no-store']);
  for (const hidden of [`/infographics/${slug}`, chart, own + chart]) expect((await visit(hidden)).status).toBe(404);
  expect(site.lines.map((line) => JSON.stringify(line)).join('')).not.toContain(query.slice(5));
});

it('many guests wait for each other, and take no turns of the author whose text they see', async () => {
  const { id, path } = await shareDraft('Popular');
  const visits = Array.from({ length: 15 }, () => visit(path));
  const check = await studio.call('checkEntry', { id });
  const statuses = await Promise.all(visits.map(async (answer) => (await answer).status));
  expect(statuses).toEqual(Array(15).fill(200));
  expect(check.path).toBeTruthy();
});

it('a link shows one entry only, and lets nobody write or read anything of the Studio', async () => {
  const { id, path, query, own } = await shareDraft('Shared');
  const other = await site.database.db.transaction((db) =>
    makeEntry({ db }, 'INFOGRAPHIC', { publishedAt: null, text: { title: 'Another draft' } }),
  );
  for (const address of [
    `${path}&entry=${other.id}&path=/infographics/${other.slug}`,
    `${path}&at=2090-01-01T00:00`,
    `${own}/drawings/plate/INFOGRAPHIC/${other.slug}.svg${query}`,
    `${own}/social-images/INFOGRAPHIC/${other.slug}.png${query}`,
    `/studio/preview${query}&entry=${id}`,
    `/studio/content/${id}${query}`,
    `/api/studio/open-entry${query}&id=${id}`,
  ]) {
    const text = await (await visit(address)).text();
    expect([address, text.includes('Another draft')]).toEqual([address, false]);
  }
  expect((await visit(`${own}/drawings/plate/INFOGRAPHIC/${other.slug}.svg${query}`)).status).toBe(404);
  expect((await visit(`/studio/preview${query}&entry=${id}`)).status).toBe(401);
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await visit(path, undefined, method)).status).toBe(405);
});

it('a stranger who guesses learns nothing, and is stopped', async () => {
  const { link, path, own } = await shareDraft('Hidden');
  const revoked = await shareDraft('Revoked');
  await studio.call('revokeShareLink', { id: revoked.link.id });
  const texts = new Set<string>();
  const guesses = [revoked.path, `${own}?key=${'A'.repeat(43)}`, own, '/studio/share/0?key=x', '/studio/share/x?key=y'];
  for (const guess of guesses) {
    const answer = await visit(guess);
    expect([guess, answer.status]).toEqual([guess, 404]);
    texts.add(await answer.text());
    // The page has the look of the site.
    expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'self'(?: 'sha256-\S+'){2}/);
  }
  expect(texts.size).toBe(1);
  expect([...texts][0]).toContain('data-look="');
  const from = '198.51.100.7';
  for (let each = 0; each < rateLimits.share.points; each++) await visit(`${own}?key=${each}`, from);
  const stopped = await visit(path, from);
  expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await visit(path)).status).toBe(200);
  expect(link.isPinned).toBe(false);
});

it('the link in the bar shows a scheduled text at its own address', async () => {
  const { id, slug } = await site.database.db.transaction((db) =>
    makeEntry({ db }, 'SERVICE', {
      text: { title: 'Now' },
      next: { at: getTimeFromNow(3_600), text: { title: 'Later' } },
    }),
  );
  const { address } = await studio.call('createShareLink', { id, days: 1, isPinned: true });
  const html = await (await visit(address.slice(site.address.length))).text();
  expect(html).toMatch(/<h1[^>]*>Later<\/h1>/);
  const token = /href="(\/what-we-do\/[\w-]+\?admin=[^"]+)"/.exec(html)?.[1] ?? '';
  expect(await (await visit(token)).text()).toMatch(/<h1[^>]*>Later<\/h1>/);
  expect(await (await visit(`/what-we-do/${slug}`)).text()).toMatch(/<h1[^>]*>Now<\/h1>/);
});
