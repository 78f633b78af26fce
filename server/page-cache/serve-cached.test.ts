import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { keepingLogger } from '../../testing/logger.ts';
import type { CacheKey } from './find-key.ts';
import { createResponseCache, type RenderedResponse } from './response-cache.ts';
import { serveCached } from './serve-cached.ts';
import { mayServeStale } from './stale-responses.ts';

const text = 'A page with a text that is long enough to be worth compressing. '.repeat(40);

function publicAnswer(body = text, headers: Record<string, string> = {}): RenderedResponse {
  const named = { 'content-type': 'text/html; charset=utf-8', 'cache-control': cachePolicies.public, ...headers };
  return { status: 200, headers: named, body: Buffer.from(body) };
}

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

interface Given {
  limit?: number;
  make?: () => Promise<RenderedResponse>;
}

/** A server whose application makes responses by `make`; `made` holds the keys for which it was called. */
async function open({ limit = 8 * 1024 * 1024, make = async () => publicAnswer() }: Given = {}) {
  const made: string[] = [];
  const { logger, lines } = keepingLogger();
  const cache = createResponseCache(limit);
  const findKey = async (url: string): Promise<CacheKey | null> =>
    url.startsWith('/own') ? null : { key: url, path: url.split('?', 1)[0] ?? '', tags: ['BLOG'] };
  cache.enable();
  const listener = serveCached({
    cache,
    findKey,
    render: (key) => {
      made.push(key);
      return make();
    },
    application: (_request, response) => response.end('handed on'),
    log: logger,
  });
  let requests = 0;
  server = createServer((asked, answered) => {
    requests += 1;
    listener(asked, answered);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, headers, method }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      });
      asked.once('error', reject).end();
    });
  }
  return { cache, made, lines, arrived: () => requests, ask };
}

/** Headers without those of one exchange. */
function lasting({ date: _, 'x-request-id': __, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest;
}

describe('what is asked for', () => {
  it('is made once, however many ask for it at once, and then comes from memory', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { made, arrived, ask } = await open({ make: () => finished.then(() => publicAnswer()) });
    const asked = Array.from({ length: 60 }, () => ask('/a'));
    await expect.poll(arrived).toBe(60);
    finish();
    const answers = await Promise.all(asked);
    answers.push(await ask('/a'));
    expect(made).toEqual(['/a']);
    expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(new Set([text]));
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
  });

  it('is passed to the application where it may not be cached or is no read', async () => {
    const { made, ask } = await open();
    expect((await ask('/own')).body.toString()).toBe('handed on');
    expect((await ask('/a', {}, 'POST')).body.toString()).toBe('handed on');
    expect(made).toEqual([]);
  });

  it('is not cached where it failed, redirects, sets a cookie, or is for one visitor only', async () => {
    const answers: RenderedResponse[] = [404, 410, 500, 503, 308].map((status) => ({ ...publicAnswer(), status }));
    answers.push(publicAnswer(text, { 'set-cookie': 'a=b' }), publicAnswer(text, { 'cache-control': 'no-store' }));
    for (const answer of answers) {
      const { cache, made, ask } = await open({ make: async () => answer });
      for (let turn = 0; turn < 2; turn++) {
        const { status, headers, body } = await ask('/a');
        expect([status, headers['cache-control'], body.toString()]).toEqual([
          answer.status,
          answer.headers['cache-control'],
          text,
        ]);
      }
      expect(made).toHaveLength(2);
      expect(cache.size().answers).toBe(0);
    }
  });

  it('breaks nothing where it cannot be made', async () => {
    const { ask, made } = await open({ make: () => Promise.reject(new Error('broken')) });
    expect((await ask('/a')).body.toString()).toBe('handed on');
    expect((await ask('/a')).body.toString()).toBe('handed on');
    expect(made).toHaveLength(2);
  });

  it('is logged in one line with its id, and the path without its query', async () => {
    const { ask, lines } = await open();
    await ask('/a?q=secret');
    const { headers } = await ask('/a?q=secret', { 'x-request-id': 'given-by-a-proxy' });
    expect(headers['x-request-id']).toBe('given-by-a-proxy');
    expect(lines).toMatchObject([
      { reqId: 'given-by-a-proxy', method: 'GET', path: '/a', status: 200, msg: 'answered' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('a response', () => {
  const decoders = {
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    gzip: gunzipSync,
    identity: (bytes: Buffer) => bytes,
  };

  it('has the same bytes in every encoding, each with a validator of its own', async () => {
    const { made, ask } = await open();
    const etags = new Set<unknown>();
    for (const [name, decode] of Object.entries(decoders)) {
      for (let turn = 0; turn < 2; turn++) {
        const { headers, body } = await ask('/a', { 'accept-encoding': name });
        expect(headers['content-encoding']).toBe(name === 'identity' ? undefined : name);
        expect(headers['content-length']).toBe(String(body.length));
        expect(headers.vary).toBe('accept-encoding');
        expect(decode(body).toString()).toBe(text);
        etags.add(headers.etag);
      }
    }
    expect(etags.size).toBe(4);
    expect(made).toHaveLength(1);
  });

  it('comes in the encoding that the header prefers', async () => {
    const { ask } = await open();
    const cases: [string, string | undefined][] = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, zstd', 'zstd'],
      ['br;q=0.1, gzip;q=0.8', 'gzip'],
      ['br;q=0, *', 'zstd'],
      ['BR', 'br'],
      ['identity, br;q=0.5', undefined],
      ['deflate', undefined],
      ['*;q=0', undefined],
      // Reading a header of 16 kB would take as long as a page.
      [`${'a,'.repeat(8_000)}br`, undefined],
    ];
    for (const [accepted, chosen] of cases)
      expect((await ask('/a', { 'accept-encoding': accepted })).headers['content-encoding'], accepted).toBe(chosen);
  });

  it('is not encoded where that would gain nothing', async () => {
    const { ask } = await open({ make: async () => publicAnswer('short') });
    expect((await ask('/a', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it('is 304 without a body to whoever has it, and whole to whoever has another', async () => {
    const { ask } = await open();
    const { headers } = await ask('/a', { 'accept-encoding': 'br' });
    for (const condition of [headers.etag, `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
      const same = await ask('/a', { 'accept-encoding': 'br', 'if-none-match': String(condition) });
      expect([same.status, same.body.length]).toEqual([304, 0]);
      expect(same.headers).toMatchObject({ etag: headers.etag, vary: 'accept-encoding' });
      expect(same.headers['cache-control']).toBe(cachePolicies.public);
      expect(same.headers['content-length']).toBeUndefined();
    }
    const other = { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) };
    expect((await ask('/a', other)).status).toBe(200);
  });

  it('to HEAD has the headers of GET, whichever comes first', async () => {
    const { ask } = await open();
    for (const path of ['/a', '/b']) {
      const [first, second] = path === '/a' ? ['HEAD', 'GET'] : ['GET', 'HEAD'];
      const one = await ask(path, { 'accept-encoding': 'br' }, first);
      const two = await ask(path, { 'accept-encoding': 'br' }, second);
      expect(lasting(one.headers)).toEqual(lasting(two.headers));
      expect(one.body.length * two.body.length).toBe(0);
    }
  });

  it('is whole where a part is asked for, and says that it has none', async () => {
    const { ask } = await open();
    const { status, headers, body } = await ask('/a', { range: 'bytes=0-9' });
    expect([status, headers['accept-ranges'], body.toString()]).toEqual([200, 'none', text]);
  });
});

describe('a change', () => {
  it('makes the cache forget what depends on it, and nothing else', async () => {
    const { cache, made, ask } = await open();
    await ask('/a');
    cache.invalidate(['PLAN']);
    await ask('/a');
    expect(made).toHaveLength(1);
    cache.invalidate(['BLOG']);
    await ask('/a');
    expect(made).toHaveLength(2);
    cache.invalidate(['*']);
    expect(cache.size()).toEqual({ answers: 0, bytes: 0, stale: 0 });
  });

  it('while a response is being made keeps it from being cached, and from being given to whoever asks later', async () => {
    let version = 1;
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { cache, made, ask } = await open({
      make: async () => {
        const seen = version;
        await finished;
        return publicAnswer(`version ${seen} ${text}`);
      },
    });
    const early = ask('/a');
    await expect.poll(() => made.length).toBe(1);
    version = 2;
    cache.invalidate(['BLOG']);
    const late = ask('/a');
    await expect.poll(() => made.length).toBe(2);
    finish();
    expect((await early).body.toString()).toContain('version 1');
    expect((await late).body.toString()).toContain('version 2');
    expect((await ask('/a')).body.toString()).toContain('version 2');
    expect(made).toHaveLength(2);
  });

  it('in a silence that ends while a response is being made keeps it from being cached', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { cache, made, ask } = await open({ make: () => finished.then(() => publicAnswer()) });
    cache.disable();
    const begun = ask('/a');
    await expect.poll(() => made.length).toBe(1);
    cache.enable();
    finish();
    await begun;
    expect(cache.size().answers).toBe(0);
  });

  it('may be missed without a subscription: nothing is cached or shared then', async () => {
    const { cache, made, ask } = await open();
    cache.disable();
    await Promise.all([ask('/a'), ask('/a')]);
    expect(made).toHaveLength(2);
    expect(cache.size().answers).toBe(0);
    cache.enable();
    await ask('/a');
    await ask('/a');
    expect(made).toHaveLength(3);
  });
});

describe('while the database is away', () => {
  const unavailable = (): RenderedResponse => ({
    status: 503,
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store', 'retry-after': '5' },
    body: Buffer.from('away'),
  });

  /** Opens a cache that holds `/a` and has lost its subscription. */
  async function openInOutage(make: () => Promise<RenderedResponse>) {
    let isAway = false;
    const opened = await open({ make: () => (isAway ? make() : Promise.resolve(publicAnswer())) });
    await opened.ask('/a');
    isAway = true;
    opened.cache.disable();
    opened.made.length = 0;
    return opened;
  }

  it('what is cached is served and counted, and the database is tried once a second', async () => {
    const { cache, made, ask } = await openInOutage(async () => unavailable());
    for (let turn = 0; turn < 20; turn++) {
      const { status, body } = await ask('/a');
      expect([status, body.toString()]).toEqual([200, text]);
    }
    expect(made).toHaveLength(1);
    expect(cache.size().stale).toBe(20);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_100);
    await Promise.all(Array.from({ length: 10 }, () => ask('/a')));
    expect(made).toHaveLength(2);
  });

  it('what is not cached is 503', async () => {
    const { ask } = await openInOutage(async () => unavailable());
    const { status, headers } = await ask('/b');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it('a database that says nothing holds up one request for a second', async () => {
    const { ask } = await openInOutage(() => new Promise(() => undefined));
    const started = performance.now();
    expect((await ask('/a')).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(1_900);
    const then = performance.now();
    for (let turn = 0; turn < 5; turn++) expect((await ask('/a')).status).toBe(200);
    expect(performance.now() - then).toBeLessThan(500);
  });

  it('but answers all the same, a cached response is made anew', async () => {
    const { cache, ask } = await openInOutage(async () => publicAnswer('changed'));
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect(cache.size().stale).toBe(0);
  });

  it('what is cached is made anew as soon as changes are announced again, and served should the database go away first', async () => {
    let answer = unavailable();
    const { cache, made, ask } = await openInOutage(async () => answer);
    cache.enable();
    expect((await ask('/a')).body.toString()).toBe(text);
    expect(made).toHaveLength(1);
    cache.disable();
    cache.enable();
    answer = publicAnswer('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect(made).toHaveLength(2);
  });

  it('for an hour at most', () => {
    const hour = 60 * 60 * 1_000;
    expect(mayServeStale({ lostAt: null }, 5)).toBe(false);
    expect(mayServeStale({ lostAt: 5 }, 5 + hour - 1)).toBe(true);
    expect(mayServeStale({ lostAt: 5 }, 5 + hour)).toBe(false);
  });
});

describe('memory', () => {
  const limit = 1024 * 1024;
  const large = 'x'.repeat(50_000);

  it('stays within its bound, and what is asked for stays longest', async () => {
    const { cache, made, ask } = await open({ limit, make: async () => publicAnswer(large) });
    for (let index = 0; index < 60; index++) {
      await ask(`/page-${index}`, { 'accept-encoding': 'gzip' });
      await ask('/page-0');
      expect(cache.size().bytes).toBeLessThanOrEqual(limit);
    }
    expect(cache.size().answers).toBeGreaterThan(8);
    expect(made.filter((key) => key === '/page-0')).toHaveLength(1);
  });

  it('of pages cannot be filled with texts that people make up', async () => {
    const { made, ask } = await open({ limit, make: async () => publicAnswer(large) });
    await ask('/page');
    for (let index = 0; index < 60; index++) await ask(`/search?q=${index}`);
    for (let index = 0; index < 60; index++) await ask(`/api/blog/recent/${index}/3`);
    await ask('/page');
    expect(made.filter((key) => key === '/page')).toHaveLength(1);
  });

  it('of 0 bytes caches nothing', async () => {
    const { cache, made, ask } = await open({ limit: 0 });
    await ask('/a');
    expect((await ask('/a', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    expect(made).toHaveLength(2);
    expect(cache.size()).toEqual({ answers: 0, bytes: 0, stale: 0 });
  });
});
