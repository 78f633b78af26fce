import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { getSmallCompanySlug, makeSmallCompany } from '../../testing/small-company.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite();
await makeSmallCompany(site.database);

/** Requests an address exactly as it is written; `fetch` would normalize it. */
function ask(path: string, method = 'GET') {
  const { hostname, port } = new URL(site.address);
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const asked = request({ hostname, port, path, method }, async (answer) => {
      let body = '';
      for await (const part of answer.setEncoding('utf8')) body += part;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    asked.once('error', reject).end();
  });
}

async function expectErrorScreen(path: string, status = 404) {
  const answer = await ask(path);
  expect([path, answer.status, answer.headers['content-type']]).toEqual([path, status, 'text/html; charset=utf-8']);
  expect(answer.headers).not.toHaveProperty('location');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';/);
  expect(answer.body).toMatch(/<h1[^>]*>There is nothing at this address<\/h1>/);
  expect(answer.body).toContain(`<code>${answer.headers['x-request-id']}</code>`);
}

describe('an unknown address shows the error page', () => {
  it.each([
    [
      'a backslash',
      ['/\\', '/\\:x', '/\\a:99999999', '/blogs\\', '/\\evil.com', '/\\evil.com/', '/\\/evil.com/', '/%5cevil.com/'],
    ],
    ['a control character', ['/%00', '/blogs%0a', '/%0d%0aset-cookie:a=b/', '/blog/%7f', '/media/x%00']],
    ['dot segments', ['/blog/%2e%2e', '/blog/..', '/blog/%2E%2E/blogs', '/./blogs', '/blogs/.', '/..']],
    ['another host', ['//evil.com', '//evil.com/blogs', 'http://evil.com/blogs', 'http://evil.com/']],
    ['bytes that are no text', ['/%ff', '/%', '/media/%ff', '/media/%ef%bf%bd', `/media/${'x'.repeat(301)}`]],
    [
      'a file that is none',
      ['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-9999.xml', '/sitemap-x.xml', '/media/none.webp'],
    ],
    ['a drawing of nothing', ['/drawings/plate/BLOG/none.svg', '/drawings/plate/NONE/none.svg']],
  ])('%s', async (_what, paths) => {
    for (const path of paths) await expectErrorScreen(path);
  });

  it('except for a missing script or style, which is plain text', async () => {
    for (const path of ['/assets/none.js', '/assets/x%00', '/assets/..%2f..%2fbuild.json', '/assets/']) {
      const { status, headers, body } = await ask(path);
      expect([path, status, headers['cache-control'], body]).toEqual([
        path,
        404,
        'no-store',
        'There is no such file.\n',
      ]);
    }
  });

  it('except for clients of the API, which get JSON', async () => {
    for (const path of ['/api/\\', '/api/%2e%2e/blogs', '/api/none', '/api?x']) {
      const { status, headers } = await ask(path);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
    }
  });

  it('and another spelling redirects to the canonical address on this site', async () => {
    for (const [asked, target] of [
      ['//evil.exampl%65', '/evil.example'],
      ['///evil.exampl%65/x', '/evil.example/x'],
      ['//%65vil.example/?a=b', '/evil.example?a=b'],
      ['//evil%2dexample', '/evil-example'],
      ['/blogs/?a=b', '/blogs?a=b'],
      ['//evil.com/', '/evil.com'],
      ['/api/docs/', '/api/docs'],
      ['/%62logs?a=%62', '/blogs?a=%62'],
      ['/Blogs', '/blogs'],
      ['/BLOG/An-Old-Article/?Ref=A', '/blog/an-old-article?Ref=A'],
      ['/Blog%2DCategory/X%2Fy', '/blog-category/x%2Fy'],
      ['//EVIL.com/', '/evil.com'],
      ['/blog%2dcategory/x%2Fy', '/blog-category/x%2Fy'],
    ] as const) {
      const { status, headers } = await ask(asked);
      expect([asked, status, headers.location]).toEqual([asked, 308, target]);
    }
  });

  it('and no redirect leads to another host, whatever the address encodes', async () => {
    const starts = [
      '//',
      '///',
      '/.//',
      '/./',
      '/..//',
      '/%2f',
      '/%2F%2f',
      '/;//',
      '//;',
      '/%2e//',
      '//%2e%2e/',
      '//@',
    ];
    const hosts = [
      'evil.exampl%65',
      '%65vil.example',
      'evil%2dx.example/',
      'evil.exampl%65:80',
      'x@evil.exampl%65',
      '',
    ];
    for (const path of starts.flatMap((start) => hosts.map((host) => start + host))) {
      const { status, headers } = await ask(path);
      if (status === 404) continue;
      expect([path, status, headers.location]).toEqual([path, 308, expect.stringMatching(/^\/(?![/\\])/)]);
      const led = new URL(String(headers.location), site.address);
      expect([path, led.origin]).toEqual([path, new URL(site.address).origin]);
    }
  });
});

describe('a method that an address does not support', () => {
  const paths = [
    '/blogs',
    '/none',
    '/feed.xml',
    '/sitemap.xml',
    '/healthz',
    '/icon.svg',
    '/media/x',
    '/assets/x.js',
    '/api/docs',
  ];

  it('is 405 with the supported methods, in JSON', async () => {
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        const { status, headers, body } = await ask(path, method);
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD, OPTIONS']);
        expect(JSON.parse(body).error.code).toBe('method_not_allowed');
      }
    }
  });

  it('is 405 also where a form is accepted, and POST is among the supported methods', async () => {
    for (const path of ['/', '/contact-us', '/what-we-do/x', '/apps/x']) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        const { status, headers } = await ask(path, method);
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, POST, HEAD, OPTIONS']);
      }
      expect((await ask(path, 'OPTIONS')).headers.allow).toBe('GET, POST, HEAD, OPTIONS');
      // Without headers that prove its origin, the form is refused.
      expect([path, (await ask(path, 'POST')).status]).toEqual([path, 403]);
    }
  });

  it('is listed by OPTIONS', async () => {
    for (const path of paths) {
      const { status, headers, body } = await ask(path, 'OPTIONS');
      expect([path, status, headers.allow, body]).toEqual([path, 204, 'GET, HEAD, OPTIONS', '']);
    }
  });
});

it('answers HEAD as GET, without the body, wherever GET answers', async () => {
  const paths = [
    '/',
    '/none',
    '/\\',
    '/blogs/',
    '/api/docs',
    '/feed.xml',
    '/blogs/feed.json',
    '/sitemap.xml',
    '/sitemap-1.xml',
  ];
  for (const path of [
    ...paths,
    '/sitemap-9.xml',
    '/robots.txt',
    '/healthz',
    '/icon.svg',
    '/favicon.ico',
    '/media/none',
  ]) {
    const [get, head] = [await ask(path), await ask(path, 'HEAD')];
    const names = ['content-type', 'cache-control', 'location'];
    expect([path, head.status, names.map((name) => head.headers[name])]).toEqual([
      path,
      get.status,
      names.map((name) => get.headers[name]),
    ]);
    expect([path, head.body]).toEqual([path, '']);
  }
});

it('caches the API reference until the next release, and the OpenAPI document for an hour', async () => {
  expect((await ask('/api/docs')).headers['cache-control']).toMatch(/max-age=0/);
  expect((await ask('/api/openapi.json')).headers['cache-control']).toBe('public, max-age=3600');
});

it('ignores a query parameter whose bytes are not text', async () => {
  for (const path of [
    '/search?q=%ff',
    '/search?q=%00',
    '/?q=%ef%bf%bd',
    '/about-us?admin=%ff',
    '/blogs?page=1&admin=%00',
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  }
});

it('draws a picture once for concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/social-image.png')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

it('has one address for each chart', async () => {
  const chart = `/drawings/chart/INFOGRAPHIC/${getSmallCompanySlug('INFOGRAPHIC')}`;
  expect((await ask(`${chart}/0.svg`)).status).toBe(200);
  for (const sheet of ['00', '0x0', '0e0', '-0', '0.0', '21'])
    expect([sheet, (await ask(`${chart}/${sheet}.svg`)).status]).toEqual([sheet, 404]);
});
