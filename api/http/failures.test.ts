import { once } from 'node:events';
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { publicEndpoints } from '../../contract/http/endpoints.ts';
import { errorBody, errorStatus } from '../../contract/http/errors.ts';
import { openTestApi } from '../../testing/api.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';
import { type FormOperation, fromPage, sampleBodies } from '../../testing/sample-forms.ts';
import { setUpApi } from '../../testing/set-up.ts';
import type { ApiContext } from '../context.ts';
import { type Connection, connectDatabase } from '../db/connect.ts';
import { findWriteRefusal } from '../db/write-refusal.ts';
import { createServer } from './create-server.ts';
import { createApi } from './plugin.ts';

const list = '/api/blog/enable/list';

const api = await setUpApi();

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function findClosedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** The dependencies of the API with another connection to the database. */
const createContext = ({ db }: Connection): ApiContext => ({ ...api.ctx, db, searchDb: db });

/** Calls an API through another connection. */
async function askThrough(connection: Connection, url = list) {
  const { logger, lines } = createRecordingLogger();
  const app = await createApi(createContext(connection), { logger });
  const answer = await app.inject(url);
  await app.close();
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), lines };
}

async function expectUnavailable(connection: Connection, url = list) {
  const { status, headers, body, lines } = await askThrough(connection, url);
  expect(errorBody.parse(body)).toEqual(body);
  expect([status, body.error.code, headers['retry-after'], headers['cache-control']]).toEqual([
    503,
    'unavailable',
    '5',
    'no-store',
  ]);
  expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1|select|statement|entries/);
  expect(lines.some(({ level, reqId }) => level === 40 && reqId === body.error.requestId)).toBe(true);
}

describe('an unavailable database is 503 with Retry-After', () => {
  it('for every endpoint that uses it, if nothing listens', async () => {
    const connection = connectDatabase({
      host: '127.0.0.1',
      port: await findClosedPort(),
      user: 'nobody',
      database: 'none',
    });
    const app = await createApi(createContext(connection));
    const statuses = new Map<string, number>();
    // A well-formed token, so that its signature is checked with the key in the database.
    const token = `x.${'x'.repeat(43)}`;
    const query = `?slug=x&q=x&reference=x&email=a@example.org&hold=${token}&manage=${token}`;
    for (const { id, path, method, upload } of publicEndpoints) {
      const url = path.replace(/\{n\}|\{b\}/g, '1').replace(/\{\w+\}/g, 'x') + query;
      const createBody = () => ({ headers: fromPage, payload: sampleBodies[id as FormOperation]() });
      const sent = method === 'GET' ? {} : upload ? createMultipart([createPdf()]) : createBody();
      statuses.set(id, (await app.inject({ method, url, ...sent })).statusCode);
    }
    // These endpoints use no database.
    expect([...statuses].filter(([, status]) => status !== 503)).toEqual([
      ['countries', 200],
      ['formToken', 200],
    ]);
    await expectUnavailable(connection);
    await app.close();
    await connection.close();
  });

  it('if its socket is missing', async () => {
    await expectUnavailable(connectDatabase({ host: '/nowhere', user: 'nobody', database: 'none' }));
  });

  it('if its name cannot be resolved', async () => {
    await expectUnavailable(connectDatabase({ host: 'no-such-host.invalid', user: 'nobody', database: 'none' }));
  });

  it('if it accepts the connection and does not respond', async () => {
    const sockets: Socket[] = [];
    const silent = createSocketServer((socket) => sockets.push(socket));
    const port = await listen(silent);
    const connection = connectDatabase({
      host: '127.0.0.1',
      port,
      user: 'x',
      database: 'x',
      connectionTimeoutMillis: 200,
    });
    await expectUnavailable(connection);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('if it stops responding during a query', async () => {
    const proxy = await startDatabaseProxy(api.database.config);
    const connection = connectDatabase({ ...proxy.config, query_timeout: 2_000 });
    expect((await askThrough(connection)).status).toBe(200);
    proxy.silence();
    await expectUnavailable(connection);
    await proxy.disconnect();
    await connection.close();
  });

  it('if a query takes too long, and works again afterwards', async () => {
    const connection = connectDatabase({ ...api.database.config, statementTimeout: 1_500 });
    const blocker = await api.database.pool.connect();
    await blocker.query('begin; lock table entries in access exclusive mode');
    await expectUnavailable(connection);
    await blocker.query('rollback');
    blocker.release();
    expect((await askThrough(connection)).status).toBe(200);
    await connection.close();
  });

  it('if all connections are in use', async () => {
    const connection = connectDatabase({ ...api.database.config, max: 1, connectionTimeoutMillis: 1_500 });
    const taken = await connection.pool.connect();
    await expectUnavailable(connection);
    taken.release();
    expect((await askThrough(connection)).status).toBe(200);
    await connection.close();
  });

  it('for every form, if it is read-only, and the error says so', async () => {
    const connection = connectDatabase({ ...api.database.config, options: '-c default_transaction_read_only=on' });
    const app = await createApi(createContext(connection));
    const statuses = new Map<string, number>();
    for (const { id, path, method, upload } of publicEndpoints) {
      if (method === 'GET') continue;
      const sent = upload
        ? createMultipart([createPdf()])
        : { headers: fromPage, payload: sampleBodies[id as FormOperation]() };
      const { statusCode, headers } = await app.inject({ method, url: path, ...sent });
      expect([id, statusCode, headers['retry-after']]).not.toEqual([id, 503, undefined]);
      statuses.set(id, statusCode);
    }
    expect([...statuses].filter(([, status]) => status !== 503)).toEqual([]);
    expect(await findWriteRefusal(connection.pool)).toBe('it is read-only');
    expect(await findWriteRefusal(api.database.pool)).toBeNull();
    await app.close();
    await connection.close();
  });

  it('if its disk is full, until it accepts writes again', async () => {
    // The error that PostgreSQL raises when a table cannot grow; `npm run prove -- faults` fills a real disk.
    const { pool } = api.database;
    await pool.query(`create function refuse_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on submissions for each row execute function refuse_disk()`);
    const payload = sampleBodies.submitContact();
    const { status, headers } = await api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload });
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    await pool.query('drop trigger full_disk on submissions');
    // Readiness tries a write, so that it recovers when writes work again.
    expect(await findWriteRefusal(pool)).toBeNull();
  });

  it('and is used again over new connections when it is back', async () => {
    const connection = connectDatabase({ ...api.database.config, application_name: 'to-be-ended' });
    expect((await askThrough(connection)).status).toBe(200);
    await api.ctx.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to-be-ended'`,
    );
    // The pool may notice the broken connection only with its first query.
    const first = await askThrough(connection);
    expect([200, 503]).toContain(first.status);
    expect((await askThrough(connection)).status).toBe(200);
    await connection.close();
  });
});

describe('an unexpected error', () => {
  it('is 500 without details, and is logged with its request id', async () => {
    const broken = await openTestApi();
    await broken.ctx.db.execute(sql`drop table cities`);
    const { status, headers, body, lines } = await askThrough(
      broken.database,
      '/api/location/city?stateCode=hidden-value',
    );
    expect(errorBody.parse(body)).toEqual(body);
    expect([status, body.error.code, headers['cache-control']]).toEqual([500, 'internal', 'no-store']);
    expect(JSON.stringify([body, headers])).not.toMatch(/cities|select|hidden-value|relation|\.ts/);
    const logged = lines.find(({ level }) => level === 50);
    expect(logged?.reqId).toBe(body.error.requestId);
    expect(JSON.stringify(logged?.err)).toContain('relation \\"cities\\" does not exist');
    await broken.close();
  });

  it('is 500 whatever value a handler throws', async () => {
    const { logger, lines } = createRecordingLogger();
    const app = createServer({ logger });
    const thrown = [
      new Error('secret'),
      new TypeError('secret'),
      Object.assign(new Error('secret'), { statusCode: 599 }),
      Object.assign(new Error('secret'), { statusCode: 200 }),
    ];
    thrown.forEach((error, index) => {
      app.get(`/${index}`, async () => {
        throw error;
      });
    });
    for (const index of thrown.keys()) {
      const answer = await app.inject(`/${index}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'internal']);
      expect(answer.payload).not.toContain('secret');
    }
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(thrown.length);
    await app.close();
  });
});

describe('the request id', () => {
  it('is the given one, in header and body, if it is a plain token', async () => {
    for (const given of ['abcdefgh', 'a1_-B2cd', '0'.repeat(64)]) {
      const { headers, body } = await api.get('/api/nothing', { headers: { 'x-request-id': given } });
      expect([headers['x-request-id'], body.error.requestId]).toEqual([given, given]);
    }
  });

  it('is generated if the given one is anything else', async () => {
    for (const given of [
      'short',
      '0'.repeat(65),
      'with space',
      'a;b=cdefg',
      '<script>alert',
      'äöüäöüäöü',
      '',
      '{"a":"bcdef"}',
    ]) {
      const { headers } = await api.get(list, { headers: { 'x-request-id': given } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });

  it('differs from request to request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.get(list)).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

it('is in one log line for each request, without the content of its query', async () => {
  const { lines } = await askThrough(api.database, '/api/search/list?q=typed-by-a-person');
  const line = lines.find(({ msg }) => msg === 'answered');
  expect(line).toMatchObject({
    level: 30,
    method: 'GET',
    path: '/api/search/list',
    status: 200,
    ms: expect.any(Number),
  });
  expect(JSON.stringify(lines)).not.toContain('typed-by-a-person');
});

describe('a request body', () => {
  // A route for these tests only; every endpoint uses the same transport.
  function createTakingServer() {
    const app = createServer();
    app.post('/take', async (request) => ({ taken: request.body }));
    return app;
  }
  const send = async (payload: string, type: string) => {
    const app = createTakingServer();
    const answer = await app.inject({ method: 'POST', url: '/take', payload, headers: { 'content-type': type } });
    await app.close();
    return answer;
  };

  it('is accepted up to 1 MiB', async () => {
    const text = 'x'.repeat(1024 * 1024 - 2);
    expect((await send(JSON.stringify(text), 'application/json')).json()).toEqual({ taken: text });
  });

  it.each([
    [413, 'payload_too_large', JSON.stringify('x'.repeat(1024 * 1024)), 'application/json'],
    [415, 'unsupported_media_type', '<a/>', 'application/xml'],
    [400, 'bad_request', '{broken', 'application/json'],
    [400, 'bad_request', '', 'application/json'],
    [400, 'bad_request', '{"__proto__":{"a":1}}', 'application/json'],
  ])('is refused with %i %s', async (status, code, payload, type) => {
    const answer = await send(payload, type);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    expect(errorBody.parse(answer.json())).toEqual(answer.json());
  });

  it('that is too large is refused with the limit and the remedy, by the limit of each address', async () => {
    const own = await send(JSON.stringify('x'.repeat(1024 * 1024)), 'application/json');
    expect(own.json().error.message).toBe('This is larger than 1.0 MB. Please shorten it and send it again.');
    const payload = { message: 'x'.repeat(200_000) };
    const { body } = await api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload });
    expect(body.error.message).toBe('This is larger than 128 kB. Please shorten it and send it again.');
  });
});

describe('on a socket', () => {
  async function say(text: string): Promise<{ head: string; body: string }> {
    const app = await createApi(api.ctx);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connectSocket((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.write(text);
    await once(socket, 'close');
    await app.close();
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { head, body };
  }
  const request = (target: string, method = 'GET', headers = '') =>
    `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;

  it.each([
    ['headers_too_large', request(`/api/blog/blogdetails/${'x'.repeat(100_000)}`)],
    ['headers_too_large', request(list, 'GET', `x-big: ${'x'.repeat(20_000)}\r\n`)],
    ['bad_request', 'NONSENSE\r\n\r\n'],
    ['bad_request', request(list, 'GET', 'bad header\r\n')],
    ['bad_request', request(list, 'FROBNICATE')],
    ['bad_request', request(list, 'GET', 'content-length: x\r\n')],
    ['method_not_allowed', request(list, 'PROPFIND')],
    ['not_found', request('/api/blog/blogdetails/x?%FF=%FF')],
    ['bad_request', request('/api/blog/blogdetails/%FF')],
    ['bad_request', request('/api/trivia/getData?slug=\u00ff\u00fe%00')],
  ] as const)('is %s in JSON with a request id', async (code, text) => {
    const { head, body } = await say(text);
    const parsed = errorBody.parse(JSON.parse(body));
    expect(parsed.error.code).toBe(code);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${errorStatus[code]} `));
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(head.toLowerCase()).toContain(`x-request-id: ${parsed.error.requestId}`);
  });

  it('has no body in a response to HEAD', async () => {
    const { head, body } = await say(request(list, 'HEAD'));
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toBe('');
  });
});
