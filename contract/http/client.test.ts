import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiFailure, type CallOptions, createClient, getRequestUrl } from './client.ts';
import { errorStatus } from './errors.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server with a listener of the test, and returns its address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serveAnswer(
  status: number,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  return serve((_request, response) => void response.writeHead(status, headers).end(body));
}

const call = (baseUrl: string, options?: CallOptions) =>
  createClient({ baseUrl, fetch }).call('countries', {}, options);

async function getFailure(promise: Promise<unknown>): Promise<ApiFailure> {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof ApiFailure)) throw new Error('did not fail as the client says it does', { cause: failure });
  expect(failure.message).not.toBe('');
  return failure;
}

const createErrorBody = (code: string, message: string) =>
  JSON.stringify({
    error: { code, message, fields: [{ path: 'email', message: 'is taken' }], requestId: 'request-1' },
  });

it('sends writes, and requests their token, to the URL for writes', async () => {
  const seen: string[] = [];
  let token: string | null = null;
  const fetch = async (input: RequestInfo | URL) => {
    seen.push(String(input));
    if (String(input).endsWith('/api/form/token')) token = 'abc';
    return new Response('{"items":[],"files":[]}');
  };
  const client = createClient({ baseUrl: 'http://api.example', writeUrl: '', fetch, xsrfToken: () => token });
  await client.call('countries', {});
  await client.call('cancelConsultation', { manage: 'x' });
  await client.upload([]);
  expect(seen).toEqual([
    'http://api.example/api/location/country',
    '/api/form/token',
    '/api/consultation/cancel',
    '/api/file/upload',
  ]);
});

describe('a network failure', () => {
  it('is a port without a listener', async () => {
    const address = await serveAnswer(200, '{}');
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await getFailure(call(address))).toMatchObject({
      kind: 'network',
      status: null,
      code: null,
      fields: [],
      requestId: null,
    });
  });

  it('is a connection reset before the response', async () => {
    expect((await getFailure(call(await serve((request) => request.socket.destroy())))).kind).toBe('network');
  });

  it('is a connection reset during the body', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"items":[');
      setTimeout(() => response.destroy(), 30);
    });
    expect((await getFailure(call(address))).kind).toBe('network');
  });

  it('is a response to a read that is not JSON, such as the sign-in page of a hotel', async () => {
    expect((await getFailure(call(await serveAnswer(200, '<html>Log in</html>', {})))).kind).toBe('network');
  });
});

describe('a time-out', () => {
  it('is no response within the time limit', async () => {
    const failure = await getFailure(call(await serve(() => undefined), { timeout: 60 }));
    expect(failure).toMatchObject({ kind: 'timeout', status: null });
    expect(failure.message).toContain('60 ms');
  });

  it('is a body that does not end within the time limit', async () => {
    const address = await serve((_request, response) => void response.writeHead(200).write('{'));
    expect((await getFailure(call(address, { timeout: 60 }))).kind).toBe('timeout');
  });

  it('does not occur without a time limit: the call waits', async () => {
    const address = await serve((_request, response) => void setTimeout(() => response.end('{"items":[]}'), 100));
    expect(await call(address)).toEqual({ items: [] });
    expect(await call(address, { timeout: 0 })).toEqual({ items: [] });
    const signals: unknown[] = [];
    const recordSignal: typeof fetch = (input, init) => {
      signals.push(init?.signal ?? null);
      return fetch(input, init);
    };
    await createClient({ baseUrl: address, fetch: recordSignal }).call('countries', {});
    expect(signals).toEqual([null]);
  });
});

describe('a cancelled call', () => {
  it('is one aborted before, during the wait, and during the body', async () => {
    const silent = await serve(() => undefined);
    const halting = await serve((_request, response) => void response.writeHead(200).write('{'));
    const createLateSignal = () => {
      const controller = new AbortController();
      void sleep(60).then(() => controller.abort());
      return controller.signal;
    };
    for (const [address, signal] of [
      [silent, AbortSignal.abort()],
      [silent, createLateSignal()],
      [halting, createLateSignal()],
    ] as const) {
      expect(await getFailure(call(address, { signal }))).toMatchObject({ kind: 'cancelled', status: null });
      expect((await getFailure(call(address, { signal, timeout: 5_000 }))).kind).toBe('cancelled');
    }
  });

  it('does not affect a call that was answered before', async () => {
    const controller = new AbortController();
    expect(await call(await serveAnswer(200, '{"items":[]}'), { signal: controller.signal, timeout: 5_000 })).toEqual({
      items: [],
    });
    controller.abort();
  });
});

describe.each(Object.entries(errorStatus))('a response %s (%i)', (code, status) => {
  const kind = status < 500 ? 'client' : 'server';

  it(`is a ${kind} failure with all details of its body`, async () => {
    const failure = await getFailure(call(await serveAnswer(status, createErrorBody(code, 'Said by the server'))));
    expect(failure).toMatchObject({
      name: 'ApiFailure',
      kind,
      status,
      code,
      message: 'Said by the server',
      requestId: kind === 'server' ? 'request-1' : null,
      fields: [{ path: 'email', message: 'is taken' }],
    });
  });

  it(`is a ${kind} failure without a readable body too`, async () => {
    for (const body of [
      '<html>Bad gateway</html>',
      '',
      '{}',
      '[]',
      '{"error":null}',
      '{"error":"text"}',
      'null',
      '"text"',
    ]) {
      const failure = await getFailure(call(await serveAnswer(status, body, { 'x-request-id': 'from-header' })));
      expect([body, failure.kind, failure.status, failure.fields, failure.requestId]).toEqual([
        body,
        kind,
        status,
        [],
        kind === 'server' ? 'from-header' : null,
      ]);
      expect(failure.message).toContain(String(status));
    }
  });
});

it('an error response is a failure by its status even if the body ends early', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(502, { 'content-length': '1000', 'x-request-id': 'broken-off' });
    response.write('{"error"');
    setTimeout(() => response.destroy(), 30);
  });
  expect(await getFailure(call(address))).toMatchObject({ kind: 'server', status: 502, requestId: 'broken-off' });
});

describe('success', () => {
  it.each([200, 201, 202, 203, 206, 299])('is %i', async (status) => {
    expect(await call(await serveAnswer(status, '{"items":[1]}'))).toEqual({ items: [1] });
  });

  it('is a response without a body too', async () => {
    for (const status of [204, 205, 202]) expect(await call(await serveAnswer(status, '', {}))).toBeNull();
  });

  it.each(['', 'null', 'true', '"OK"', '<html>Thank you</html>'])(
    'of a write is any status from 200 to 299, also with the body %j, which is ignored',
    async (body) => {
      const message = { name: 'Ada', email: 'a@example.org', message: 'Hello', key: crypto.randomUUID() };
      for (const status of [200, 201, 299]) {
        const baseUrl = await serveAnswer(status, body, {});
        expect(await createClient({ baseUrl, fetch }).call('submitContact', message), String(status)).toEqual({});
      }
    },
  );

  it('of a write is a status without a body', async () => {
    const message = { name: 'Ada', email: 'a@example.org', message: 'Hello', key: crypto.randomUUID() };
    for (const status of [202, 204, 205])
      expect(
        await createClient({ baseUrl: await serveAnswer(status, '', {}), fetch }).call('submitContact', message),
      ).toEqual({});
  });

  it('is not 300 or 304', async () => {
    for (const status of [300, 304])
      expect((await getFailure(call(await serveAnswer(status, '', {})))).status).toBe(status);
  });
});

describe('a request', () => {
  async function watch() {
    const seen: IncomingMessage[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request);
      response.end('{"items":[]}');
    });
    return { baseUrl, seen };
  }

  it('accepts JSON, and has no XSRF header on a read', async () => {
    const { baseUrl, seen } = await watch();
    await createClient({ baseUrl, fetch, xsrfToken: () => 'token' }).call('countries', {});
    expect(seen[0]?.method).toBe('GET');
    expect(seen[0]?.headers.accept).toBe('application/json');
    expect(seen[0]?.headers).not.toHaveProperty('x-xsrf-token');
  });

  it('fetches the XSRF token before the first message, and not before a view', async () => {
    const { baseUrl, seen } = await watch();
    const client = createClient({ baseUrl, fetch, xsrfToken: () => null });
    await client.call('recordView', { contentType: 'BLOG', slug: 'a' }, { inBackground: true });
    await client.call('submitContact', {
      name: 'Ada',
      email: 'a@example.org',
      message: 'Hello',
      key: crypto.randomUUID(),
    });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/user-view-query/create',
      'GET /api/form/token',
      'POST /api/contact/submit',
    ]);
  });

  it('fetches the XSRF token once for concurrent calls, so that no response replaces the cookie of another call', async () => {
    const { baseUrl, seen } = await watch();
    let token: string | null = null;
    const client = createClient({
      baseUrl,
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        if (String(address).endsWith('/api/form/token')) token = 'token';
        return answer;
      },
      xsrfToken: () => token,
    });
    const file = new File(['%PDF-'], 'a.pdf');
    await Promise.allSettled([client.upload([file]), client.upload([file]), client.upload([file])]);
    const urls = seen.map(({ url }) => url);
    expect(urls.filter((url) => url === '/api/form/token')).toHaveLength(1);
    expect(seen.filter(({ url }) => url === '/api/file/upload').map(({ headers }) => headers['x-xsrf-token'])).toEqual(
      Array(3).fill('token'),
    );
  });

  it('is sent with low priority and kept alive if the caller asks for it', async () => {
    const given: (RequestInit | undefined)[] = [];
    const recordRequest: typeof fetch = async (_address, init) => {
      given.push(init);
      return Response.json({ error: null }, { status: 202 });
    };
    const client = createClient({ baseUrl: '', fetch: recordRequest });
    const view = { contentType: 'BLOG', slug: 'a' } as const;
    await client.call('recordView', view, { inBackground: true });
    await client.call('recordView', view);
    expect(given).toMatchObject([{ keepalive: true, priority: 'low' }, {}]);
    expect(given[1]).not.toHaveProperty('keepalive');
  });

  it('is sent to the address of the operation and type', async () => {
    const { baseUrl, seen } = await watch();
    const client = createClient({ baseUrl, fetch });
    await client.entries('BLOG', 'item', { slug: 'a b/ü', admin: 'x&y' });
    await client.entries('INFOGRAPHIC', 'list', { page: 1, size: 5 });
    await client.entries('TRIVIA', 'related', { a: 'cat', b: 'me' });
    await client.call('teamByPosition', { position: 'Netze & Büros' });
    await client.openApi();
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/blog/blogdetails/a%20b%2F%C3%BC?admin=x%26y',
      '/api/infrograpic/enable/list?page=1&size=5',
      '/api/trivia/relatedByCategory/cat/me',
      '/api/wse/team/getList/Netze%20%26%20B%C3%BCros',
      '/api/openapi.json',
    ]);
  });

  it('is not sent if the type has no such operation', async () => {
    const { baseUrl, seen } = await watch();
    const failure = await getFailure(
      createClient({ baseUrl, fetch }).entries('PAGE', 'byCategory', { categoryId: '1' }),
    );
    expect([failure.kind, seen.length]).toEqual(['client', 0]);
  });
});

describe('a request URL', () => {
  it('has path inputs in its path, encoded, and the others in its query', () => {
    expect(getRequestUrl('/x/{a}/{b}', { b: '2?', a: '1/#', c: 'ü &=+', d: 0, e: false, f: '' })).toBe(
      '/x/1%2F%23/2%3F?c=%C3%BC+%26%3D%2B&d=0&e=false&f=',
    );
  });

  it('omits undefined inputs', () => {
    expect(getRequestUrl('/x', { a: undefined, b: null })).toBe('/x');
  });

  it('contains a value literally, whatever it looks like', () => {
    expect(getRequestUrl('/x/{a}/{b}', { a: '{b}', b: '$&' })).toBe('/x/%7Bb%7D/%24%26');
    expect(getRequestUrl('/x/{a}', { a: "$1$'" })).toBe("/x/%241%24'");
  });
});
