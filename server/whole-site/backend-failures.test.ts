import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDefaultSettings } from '../../contract/content/settings.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { openTestSite, type TestSite } from '../../testing/test-site.ts';
import { createSiteServer, pageTimeLimit as defaultPageTimeLimit } from '../site-app.ts';

let backend: Server;
let backendUrl: string;
let answer: RequestListener;
let site: TestSite;
beforeAll(async () => {
  backend = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const { port } = backend.address() as AddressInfo;
  backendUrl = `http://127.0.0.1:${port}`;
  site = await openTestSite({ env: { API_BASE_URL: backendUrl } });
});
afterAll(async () => {
  await site.close();
  backend.close();
});

const documents = ['/feed.xml', '/blogs/feed.json', '/sitemap.xml', '/sitemap-1.xml'];
const pictures = [
  '/drawings/plate/BLOG/x.svg',
  '/drawings/cover/BLOG/x.svg',
  '/media/x.png',
  '/social-images/BLOG/x.png',
  '/social-image.png',
];
const pages = ['/', '/blogs', '/blog/x', '/about-us', '/search?q=x', '/api/docs'];

async function expectErrorScreen(path: string, status: number, retryAfter: string | null, of = site) {
  const { headers, ...answered } = await fetch(of.address + path).then(async (got) => ({
    status: got.status,
    headers: got.headers,
    html: await got.text(),
  }));
  const seen = ['retry-after', 'cache-control', 'content-type'].map((name) => headers.get(name));
  expect([path, answered.status, ...seen]).toEqual([path, status, retryAfter, 'no-store', 'text/html; charset=utf-8']);
  expect(answered.html).toContain(
    retryAfter ? 'The site is unavailable right now' : 'Something went wrong on our side',
  );
}

describe('while the backend fails, everything that depends on it shows the error page', () => {
  it('with 503 and Retry-After if the backend is not available or ends the connection', async () => {
    const failures: RequestListener[] = [
      (_request, response) => response.writeHead(503).end('{}'),
      (_request, response) => response.writeHead(502).end('<html>'),
      (_request, response) => response.destroy(),
    ];
    for (const failing of failures) {
      answer = failing;
      for (const path of [...documents, ...pictures, ...pages]) await expectErrorScreen(path, 503, '5');
    }
  });

  it('with 500 if the backend reports an error', async () => {
    answer = (_request, response) => response.writeHead(500).end('{}');
    for (const path of [...documents, ...pictures, ...pages]) await expectErrorScreen(path, 500, null);
  });
});

describe('cancels what takes too long', () => {
  const pageTimeLimit = 3_000;
  let impatient: TestSite;
  beforeAll(async () => {
    impatient = await openTestSite({
      env: { API_BASE_URL: backendUrl },
      pageTimeLimit,
      http: { headersTimeout: 1_000, connectionsCheckingInterval: 100 },
    });
  });
  afterAll(() => impatient.close());

  it('a page, together with its pending calls', async () => {
    let cancelled = 0;
    // Each call is within the time limit of the page, but two in a row exceed it.
    answer = async ({ url }, response) => {
      response.once('close', () => {
        if (!response.writableFinished) cancelled += 1;
      });
      await sleep(pageTimeLimit * 0.6);
      const quiz = { id: 'quiz', kind: 'quiz', tone: 'plain', shown: true };
      const home = { type: 'PAGE', slug: 'home', title: 'Home', fields: { sections: [quiz] }, rendered: {} };
      const settings = url === '/api/settings' && getDefaultSettings();
      response.end(JSON.stringify(settings || (url?.endsWith('slug=home') ? home : { items: [] })));
    };
    await expectErrorScreen('/', 503, '5', impatient);
    await expect.poll(() => cancelled).toBe(1);
  });

  it('a connection that never completes its headers', async () => {
    const { answer: said } = openSocket(impatient.address, 'GET / HTTP/1.1\r\nHost: x\r\n');
    expect(await said).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it('by default, a page takes at most 15 s and the headers of a request too', () => {
  expect([defaultPageTimeLimit, createSiteServer().headersTimeout]).toEqual([15_000, 15_000]);
});
