import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { CacheTag } from './dependencies.ts';
import { createProxyRefresher } from './refresh-proxies.ts';
import type { CachedResponse } from './response-cache.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) close();
});

/** Opens a proxy that records what it is asked for. */
async function openProxy(answer: (response: ServerResponse) => void = (response) => response.end('ok')) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.closeAllConnections() ?? server.close());
  return { asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function open(proxies: string[]) {
  const errors: unknown[] = [];
  const refresher = createProxyRefresher({
    proxies,
    host: 'www.example.org',
    onError: (error) => void errors.push(error),
  });
  closing.push(refresher.stop);
  return { ...refresher, errors };
}

function createResponse(tags: CacheTag[], isOutdated = false): CachedResponse {
  return {
    key: { key: '/', path: '/', tags: [] },
    headers: {},
    body: Buffer.alloc(0),
    tags: new Set(tags),
    isOutdated,
    subscription: { lostAt: null },
    encoded: {},
    bytes: 0,
    hits: 0,
  };
}

it('requests what a change concerns from every proxy, once for each encoding', async () => {
  const proxies = [await openProxy(), await openProxy()];
  const { noteResponse, refresh } = open(proxies.map(({ address }) => address));
  noteResponse('/blogs?page=2', 'br', createResponse(['BLOG']));
  noteResponse('/blogs?page=2', 'br', createResponse(['BLOG']));
  noteResponse('/blogs?page=2', '', createResponse(['BLOG']));
  noteResponse('/apps', '', createResponse(['APP']));
  refresh(['BLOG', 'SERVICE']);
  for (const { asked } of proxies) {
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ url, headers }) => [url, headers.host, headers['accept-encoding'] ?? '']).sort()).toEqual([
      ['/blogs?page=2', 'www.example.org', ''],
      ['/blogs?page=2', 'www.example.org', 'br'],
    ]);
  }
  refresh(['*']);
  await expect.poll(() => proxies[0]?.asked.length).toBe(5);
});

it('notes no response whose address or header a stranger made long', async () => {
  const { asked, address } = await openProxy();
  const { noteResponse, refresh } = open([address]);
  noteResponse(`/search?q=${'a'.repeat(1_000)}`, '', createResponse(['BLOG']));
  noteResponse('/blogs', 'b'.repeat(1_000), createResponse(['BLOG']));
  noteResponse('/apps', '', createResponse(['BLOG']));
  refresh(['BLOG']);
  await expect.poll(() => asked.map(({ url }) => url)).toEqual(['/apps']);
});

it('requests a response again that was outdated when it was sent', async () => {
  const { asked, address } = await openProxy();
  open([address]).noteResponse('/late', '', createResponse(['BLOG'], true));
  await expect.poll(() => asked.map(({ url }) => url)).toEqual(['/late']);
});

it('requests a response again when its replacement is rendered', async () => {
  const { asked, address } = await openProxy();
  const renewal = Promise.withResolvers<void>();
  open([address]).noteResponse('/former', '', { ...createResponse(['SETTING']), renewal });
  open([address]).noteResponse('/outdated', '', createResponse(['BLOG'], true));
  await expect.poll(() => asked.map(({ url }) => url)).toEqual(['/outdated']);
  renewal.resolve();
  await expect.poll(() => asked.map(({ url }) => url)).toEqual(['/outdated', '/former']);
});

it('forgets a response when the copies of the proxies have expired', async () => {
  const { asked, address } = await openProxy();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const { noteResponse, refresh } = open([address]);
  noteResponse('/old', '', createResponse(['BLOG']));
  clock.mockReturnValue(13_001);
  noteResponse('/new', '', createResponse(['BLOG']));
  refresh(['BLOG']);
  clock.mockRestore();
  await expect.poll(() => asked.map(({ url }) => url)).toEqual(['/new']);
});

it('sends one request for many changes while a proxy is slow, and reports a proxy that fails', async () => {
  const held: ServerResponse[] = [];
  const { asked, address } = await openProxy((answer) => held.push(answer));
  const { noteResponse, refresh, errors } = open([address]);
  for (let index = 0; index < 9; index++) noteResponse(`/${index}`, '', createResponse(['BLOG']));
  for (let change = 0; change < 20; change++) refresh(['BLOG']);
  await expect.poll(() => asked.length).toBe(8);
  for (const answer of held.splice(0)) answer.destroy();
  await expect.poll(() => errors.length).toBe(8);
  // Eight responses changed again after their requests began. The ninth request has waited until now.
  await expect.poll(() => asked.length).toBeGreaterThan(8);
});
