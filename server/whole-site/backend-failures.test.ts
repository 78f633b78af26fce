import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../../testing/open-socket.ts';
import { type SiteProcess, startSiteProcess } from '../../testing/running-site.ts';

let backend: Server;
let answer: RequestListener;
let site: SiteProcess;
beforeAll(async () => {
  backend = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const { port } = backend.address() as AddressInfo;
  site = await startSiteProcess({ env: { API_BASE_URL: `http://127.0.0.1:${port}` } });
}, 180_000);
afterAll(async () => {
  await site.stop();
  backend.close();
});

const documents = ['/feed.xml', '/blogs/feed.json', '/sitemap.xml', '/sitemap-1.xml'];
const pictures = [
  '/drawings/plate/BLOG/x.svg',
  '/drawings/portrait/x.svg',
  '/social-images/BLOG/x.png',
  '/social-image.png',
];
const pages = ['/', '/blogs', '/blog/x', '/about-us', '/search?q=x', '/api/docs'];

async function expectErrorScreen(path: string, status: number, retryAfter: string | null) {
  const { headers, ...answered } = await fetch(site.address + path).then(async (got) => ({
    status: got.status,
    headers: got.headers,
    html: await got.text(),
  }));
  const seen = ['retry-after', 'cache-control', 'content-type'].map((name) => headers.get(name));
  expect([path, answered.status, ...seen]).toEqual([path, status, retryAfter, 'no-store', 'text/html; charset=utf-8']);
  expect(answered.html).toContain(retryAfter ? 'We cannot answer just now' : 'Something broke on our side');
}

describe('while the backend fails, everything that asks it shows the error screen', () => {
  it('with 503 and Retry-After where it cannot answer just now, or breaks off', async () => {
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

  it('with 500 where it is broken', async () => {
    answer = (_request, response) => response.writeHead(500).end('{}');
    for (const path of [...documents, ...pictures, ...pages]) await expectErrorScreen(path, 500, null);
  });
});

// Long waits, side by side.
describe.concurrent('gives up what takes too long', { timeout: 40_000 }, () => {
  it('a page after 15 s, and with it what it still asks for', async () => {
    const givenUp: number[] = [];
    // Each call is in time, and two in a row are not.
    answer = async (_request, response) => {
      const started = performance.now();
      response.once('close', () => !response.writableFinished && givenUp.push(performance.now() - started));
      await sleep(9_000);
      response.end('{"items":[]}');
    };
    const started = performance.now();
    await expectErrorScreen('/', 503, '5');
    expect(performance.now() - started).toBeGreaterThan(14_500);
    expect(performance.now() - started).toBeLessThan(18_000);
    await expect.poll(() => givenUp.length).toBe(1);
    expect(givenUp[0]).toBeLessThan(8_000);
  });

  it('a connection that never finishes its headers', async () => {
    const started = performance.now();
    const { answer: said } = openSocket(site.address, 'GET / HTTP/1.1\r\nHost: x\r\n');
    expect(await said).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - started).toBeLessThan(25_000);
  });
});
