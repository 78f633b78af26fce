import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { createCachingListener } from './caching-listener.ts';
import type { CacheKey } from './find-cache-key.ts';
import { createResponseCache, type RenderedResponse } from './response-cache.ts';
import { canServeStale } from './stale-responses.ts';

const text = 'A page with a text that is long enough to be worth compressing. '.repeat(40);

function createPublicAnswer(body = text, headers: Record<string, string> = {}): RenderedResponse {
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
  tags?: CacheKey['tags'];
  make?: () => Promise<RenderedResponse>;
}

/** Opens a server whose responses `make` renders. `made` lists the keys that were rendered. */
async function open({ limit = 8 * 1024 * 1024, tags = ['BLOG'], make = async () => createPublicAnswer() }: Given = {}) {
  const made: string[] = [];
  const { logger, lines } = createRecordingLogger();
  const cache = createResponseCache(limit);
  const findKey = async (url: string): Promise<CacheKey | null> =>
    url.startsWith('/own') ? null : { key: url, path: url.split('?', 1)[0] ?? '', tags };
  cache.enable();
  const listener = createCachingListener({
    cache,
    findKey,
    render: (key) => {
      made.push(key);
      return make();
    },
    application: (_request, response) => response.end('passed on'),
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

/** Returns the headers that do not depend on one exchange. */
function removeChangingHeaders({ date: _, 'x-request-id': __, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest;
}

describe('a request', () => {
  it('is rendered once for concurrent requests, and then served from memory', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { made, arrived, ask } = await open({ make: () => finished.then(() => createPublicAnswer()) });
    const asked = Array.from({ length: 60 }, () => ask('/a'));
    await expect.poll(arrived).toBe(60);
    finish();
    const answers = await Promise.all(asked);
    answers.push(await ask('/a'));
    expect(made).toEqual(['/a']);
    expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(new Set([text]));
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
  });

  it('is passed to the application if it must not be cached or is not a read', async () => {
    const { made, ask } = await open();
    expect((await ask('/own')).body.toString()).toBe('passed on');
    expect((await ask('/a', {}, 'POST')).body.toString()).toBe('passed on');
    expect(made).toEqual([]);
  });

  it('is not cached if it fails, redirects, sets a cookie, or is for one visitor only', async () => {
    const answers: RenderedResponse[] = [404, 410, 500, 503, 308].map((status) => ({
      ...createPublicAnswer(),
      status,
    }));
    answers.push(
      createPublicAnswer(text, { 'set-cookie': 'a=b' }),
      createPublicAnswer(text, { 'cache-control': 'no-store' }),
    );
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
      expect(cache.size().responses).toBe(0);
    }
  });

  it('does not break the server if rendering fails', async () => {
    const { ask, made } = await open({ make: () => Promise.reject(new Error('broken')) });
    expect((await ask('/a')).body.toString()).toBe('passed on');
    expect((await ask('/a')).body.toString()).toBe('passed on');
    expect(made).toHaveLength(2);
  });

  it('is logged in one line with its id, and with the path but not the query', async () => {
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

  it('has the same content in every encoding, each with its own validator', async () => {
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

  it('has the encoding that the header prefers', async () => {
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
      // Parsing a header of 16 kB would take as long as rendering a page.
      [`${'a,'.repeat(8_000)}br`, undefined],
    ];
    for (const [accepted, chosen] of cases)
      expect((await ask('/a', { 'accept-encoding': accepted })).headers['content-encoding'], accepted).toBe(chosen);
  });

  it('is not encoded if that would save nothing', async () => {
    const { ask } = await open({ make: async () => createPublicAnswer('short') });
    expect((await ask('/a', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it('is 304 without a body if the validator matches, and complete if it does not', async () => {
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
      expect(removeChangingHeaders(one.headers)).toEqual(removeChangingHeaders(two.headers));
      expect(one.body.length * two.body.length).toBe(0);
    }
  });

  it('is complete for a range request, and says that ranges are not supported', async () => {
    const { ask } = await open();
    const { status, headers, body } = await ask('/a', { range: 'bytes=0-9' });
    expect([status, headers['accept-ranges'], body.toString()]).toEqual([200, 'none', text]);
  });
});

describe('a change', () => {
  it('removes the responses that depend on it, and no others', async () => {
    const { cache, made, ask } = await open();
    await ask('/a');
    cache.invalidate(['PLAN']);
    await ask('/a');
    expect(made).toHaveLength(1);
    cache.invalidate(['BLOG']);
    await ask('/a');
    expect(made).toHaveLength(2);
    cache.invalidate(['*']);
    expect(cache.size()).toMatchObject({ responses: 0, bytes: 0, stale: 0 });
  });

  it('that all pages show is rendered for the most visited first, whose visitors get the former response meanwhile', async () => {
    let version = 1;
    let hold = Promise.resolve();
    const { cache, made, ask } = await open({
      make: async () => {
        const seen = version;
        await hold;
        return createPublicAnswer(`version ${seen} ${text}`);
      },
      tags: ['SETTING'],
    });
    for (const path of ['/rare', '/often', '/often']) await ask(path);
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    [version, hold, made.length] = [2, promise, 0];
    cache.invalidate(['SETTING']);
    const renewed = cache.renewFormer(({ key }) => {
      made.push(key);
      return hold.then(() => createPublicAnswer(`version 2 ${text}`));
    });
    for (const path of ['/often', '/rare']) expect((await ask(path)).body.toString()).toContain('version 1');
    // Only an outage counts as stale, because operators are alarmed.
    expect(cache.size()).toMatchObject({ stale: 0, hits: 3 });
    expect(made).toEqual(['/often']);
    finish();
    await renewed;
    expect(made).toEqual(['/often', '/rare']);
    for (const path of ['/often', '/rare']) expect((await ask(path)).body.toString()).toContain('version 2');
    expect(made).toHaveLength(2);
  });

  it('shows no former response that another change has made outdated, nor one for longer than a second', async () => {
    const { cache, made, ask } = await open({ tags: ['SETTING', 'BLOG'] });
    for (const wait of ['another change', 'a second']) {
      await ask('/a');
      made.length = 0;
      cache.invalidate(['SETTING']);
      if (wait === 'another change') cache.invalidate(['BLOG']);
      else vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
      await ask('/a');
      expect(made, wait).toHaveLength(1);
    }
  });

  it('during a render keeps the response from being cached and from being shared with later requests', async () => {
    let version = 1;
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { cache, made, ask } = await open({
      make: async () => {
        const seen = version;
        await finished;
        return createPublicAnswer(`version ${seen} ${text}`);
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

  it('that is missed during a render keeps the response from being cached', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { cache, made, ask } = await open({ make: () => finished.then(() => createPublicAnswer()) });
    cache.disable();
    const begun = ask('/a');
    await expect.poll(() => made.length).toBe(1);
    cache.enable();
    finish();
    await begun;
    expect(cache.size().responses).toBe(0);
  });

  it('may be missed without a subscription, so nothing is cached or shared', async () => {
    const { cache, made, ask } = await open();
    cache.disable();
    await Promise.all([ask('/a'), ask('/a')]);
    expect(made).toHaveLength(2);
    expect(cache.size().responses).toBe(0);
    cache.enable();
    await ask('/a');
    await ask('/a');
    expect(made).toHaveLength(3);
  });
});

describe('while the database is away', () => {
  const createUnavailableAnswer = (): RenderedResponse => ({
    status: 503,
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store', 'retry-after': '5' },
    body: Buffer.from('away'),
  });

  /** Opens a cache that holds `/a` and has lost its subscription. */
  async function openInOutage(make: () => Promise<RenderedResponse>) {
    let isAway = false;
    const opened = await open({ make: () => (isAway ? make() : Promise.resolve(createPublicAnswer())) });
    await opened.ask('/a');
    isAway = true;
    opened.cache.disable();
    opened.made.length = 0;
    return opened;
  }

  it('serves and counts cached responses, and tries the database once a second', async () => {
    const { cache, made, ask } = await openInOutage(async () => createUnavailableAnswer());
    const time = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(time);
    for (let turn = 0; turn < 20; turn++) {
      const { status, body } = await ask('/a');
      expect([status, body.toString()]).toEqual([200, text]);
    }
    expect(made).toHaveLength(1);
    expect(cache.size().stale).toBe(20);
    clock.mockReturnValue(time + 1_100);
    await Promise.all(Array.from({ length: 10 }, () => ask('/a')));
    expect(made).toHaveLength(2);
  });

  it('answers 503 for what is not cached', async () => {
    const { ask } = await openInOutage(async () => createUnavailableAnswer());
    const { status, headers } = await ask('/b');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it('delays one request by a second if the database does not respond', async () => {
    const { made, ask } = await openInOutage(() => new Promise(() => undefined));
    // The first request waits for a new page before it gets the cached one; the others start no further rendering.
    for (let turn = 0; turn < 6; turn++) expect((await ask('/a')).status).toBe(200);
    expect(made).toHaveLength(1);
  });

  it('renders a cached response again if the database still answers', async () => {
    const { cache, ask } = await openInOutage(async () => createPublicAnswer('changed'));
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect(cache.size().stale).toBe(0);
  });

  it('renders again when changes are announced again, and serves the cached response if the database goes away first', async () => {
    let answer = createUnavailableAnswer();
    const { cache, made, ask } = await openInOutage(async () => answer);
    cache.enable();
    expect((await ask('/a')).body.toString()).toBe(text);
    expect(made).toHaveLength(1);
    cache.disable();
    cache.enable();
    answer = createPublicAnswer('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect((await ask('/a')).body.toString()).toBe('changed');
    expect(made).toHaveLength(2);
  });

  it('serves stale responses for at most an hour', () => {
    const hour = 60 * 60 * 1_000;
    expect(canServeStale({ lostAt: null }, 5)).toBe(false);
    expect(canServeStale({ lostAt: 5 }, 5 + hour - 1)).toBe(true);
    expect(canServeStale({ lostAt: 5 }, 5 + hour)).toBe(false);
  });
});

describe('the memory of the cache', () => {
  const limit = 1024 * 1024;
  const large = 'x'.repeat(50_000);

  it('stays within its limit, and requested responses stay longest', async () => {
    const { cache, made, ask } = await open({ limit, make: async () => createPublicAnswer(large) });
    for (let index = 0; index < 60; index++) {
      await ask(`/page-${index}`, { 'accept-encoding': 'gzip' });
      await ask('/page-0');
      expect(cache.size().bytes).toBeLessThanOrEqual(limit);
    }
    expect(cache.size().responses).toBeGreaterThan(8);
    expect(made.filter((key) => key === '/page-0')).toHaveLength(1);
  });

  it('for pages cannot be filled with texts that visitors choose', async () => {
    const { made, ask } = await open({ limit, make: async () => createPublicAnswer(large) });
    await ask('/page');
    for (let index = 0; index < 60; index++) await ask(`/search?q=${index}`);
    for (let index = 0; index < 60; index++) await ask(`/api/blog/recent/${index}/3`);
    await ask('/page');
    expect(made.filter((key) => key === '/page')).toHaveLength(1);
  });

  it('of 0 bytes holds nothing', async () => {
    const { cache, made, ask } = await open({ limit: 0 });
    await ask('/a');
    expect((await ask('/a', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    expect(made).toHaveLength(2);
    expect(cache.size()).toMatchObject({ responses: 0, bytes: 0, stale: 0 });
  });
});
