import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import { openTestSite, type TestSite } from '../../testing/test-site.ts';

const database = await setUpDatabase();
let site: TestSite;
beforeEach(async () => {
  // A new site has new rate limits.
  await site?.close();
  site = await openTestSite({ database, env: { TRUST_PROXY: '1', SITE_URL: 'https://www.site.example' } });
});
afterAll(() => site?.close());

const older = {
  'csp-report': {
    'document-uri': 'https://www.site.example/book-a-free-consultation?manage=secret-token',
    referrer: 'https://mail.example/inbox/grace',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': 'https://evil.example/x.js?visitor=grace@example.org',
    'source-file': 'https://www.site.example/assets/shared-abc123.js',
    'script-sample': 'alert("Grace Hopper")',
  },
};
const newer = {
  type: 'csp-violation',
  age: 1,
  url: 'https://www.site.example/blog/grace-hopper',
  user_agent: 'A browser of Grace',
  body: {
    documentURL: 'https://www.site.example/blog/grace-hopper',
    effectiveDirective: 'img-src',
    blockedURL: 'inline',
    sample: 'Grace Hopper',
  },
};

function send(body: unknown, visitor = '2001:db8::1', type = 'application/csp-report') {
  return fetch(`${site.address}/violations`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': visitor },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const listViolations = () => site.lines.flatMap(({ violation }) => (violation ? [violation] : []));

describe('a report of a policy violation', () => {
  it('is logged in both formats, without anything that identifies a visitor', async () => {
    expect((await send(older)).status).toBe(204);
    expect((await send([newer, { ...newer, type: 'deprecation' }], undefined, 'application/reports+json')).status).toBe(
      204,
    );
    expect(listViolations()).toEqual([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/book-a-free-consultation',
        file: '/assets/shared-abc123.js',
      },
      { directive: 'img-src', blocked: 'inline', page: '/blog', file: '' },
    ]);
    expect(JSON.stringify(site.lines)).not.toMatch(/secret-token|grace|hopper|2001:db8|browser of/i);
  });

  it('is refused if it is malformed, and logged as unknown if its values are', async () => {
    for (const body of ['', '{', 'x', '\ud800']) expect([body, (await send(body)).status]).toEqual([body, 400]);
    for (const body of [null, 1, [], {}, 'null', { 'csp-report': 1 }])
      expect([body, (await send(body, '2001:db8:0:1::1')).status]).toEqual([body, 204]);
    expect(listViolations()).toEqual([]);
    const odd = { 'csp-report': { 'effective-directive': 'Ada!', 'blocked-uri': { a: 1 }, 'document-uri': '//x/ada' } };
    await send(odd, '2001:db8:0:2::1');
    expect(listViolations()).toEqual([{ directive: 'unknown', blocked: 'unknown', page: 'unknown', file: '' }]);
    expect((await send(older, '2001:db8:0:2::1', 'text/plain')).status).toBe(415);
    expect((await send({ ...older, more: 'x'.repeat(20_000) }, '2001:db8:0:2::1')).status).toBe(413);
    const get = await fetch(`${site.address}/violations`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('is limited to ten a minute from a network and sixty in total', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await send(older)).status);
    expect(statuses).toEqual([...Array(10).fill(204), 429]);
    for (let network = 1; network < 60; network++) await send(older, `2001:db8:0:${network}::1`);
    expect(listViolations()).toHaveLength(60);
    const refused = await send(older, '2001:db8:1::1');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(listViolations()).toHaveLength(60);
  });

  it('is one of at most five that are read from a body', async () => {
    await send(Array(40).fill(newer), undefined, 'application/reports+json');
    expect(listViolations()).toHaveLength(5);
  });
});

describe('the resources that other sites may embed', () => {
  it('are the public API, feeds, social images and the icons of feeds', async () => {
    const readPolicy = async (path: string) =>
      [path, (await fetch(site.address + path)).headers.get('cross-origin-resource-policy')] as const;
    for (const path of [
      '/api/blog/enable/list',
      '/api/openapi.json',
      '/feed.xml',
      '/blogs/feed.atom',
      '/feed.json?x',
      '/social-image.png',
      '/social-images/BLOG/x.png',
      '/favicon.ico',
      '/apple-touch-icon.png',
    ])
      expect(await readPolicy(path)).toEqual([path, 'cross-origin']);
    for (const path of [
      '/',
      '/blogs',
      '/none',
      '/api/docs',
      '/apis',
      '/blogs/x/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/media/x.webp',
      '/drawings/plate/BLOG/x.svg',
      '/icon.svg',
      '/assets/none.js',
      '/site.webmanifest',
      '/healthz',
      '/?feed.xml',
    ])
      expect(await readPolicy(path)).toEqual([path, 'same-origin']);
  });
});
