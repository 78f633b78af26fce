import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiFailure, createClient } from '../../contract/client.ts';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { createServer } from './create-server.ts';
import { inProcessFetch } from './in-process-fetch.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const clientOf = () => createClient({ baseUrl: '', fetch: inProcessFetch(api.app) });

it('gives what a socket gives', async () => {
  const { slug } = await makeEntry(api.ctx, 'BLOG', { text: { title: 'Ünïcode 😀' } });
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const near = await clientOf().entries('BLOG', 'item', { slug });
  const far = await createClient({ baseUrl, fetch }).entries('BLOG', 'item', { slug });
  expect(near).toEqual(far);
  expect(near.title).toBe('Ünïcode 😀');
});

it('fails as a socket fails', async () => {
  for (const [slug, status, code] of [
    ['unknown', 404, 'not_found'],
    ['a\0b', 400, 'bad_request'],
  ] as const) {
    const failure = await clientOf()
      .entries('BLOG', 'item', { slug })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ kind: 'client', status, code, requestId: expect.stringMatching(/^[\w-]{8,}$/) });
  }
});

it('hands on headers, each of several cookies too, and bodies of bytes', async () => {
  const app = createServer();
  app.post('/echo', async (request, reply) =>
    reply.header('set-cookie', ['a=1', 'b=2']).header('x-given', request.headers['x-given']).send(request.body),
  );
  const answer = await inProcessFetch(app)('/echo', {
    method: 'POST',
    headers: { 'x-given': 'yes', 'content-type': 'application/json' },
    body: '{"a":"ü"}',
  });
  expect(await answer.json()).toEqual({ a: 'ü' });
  expect(answer.headers.get('x-given')).toBe('yes');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  await app.close();
});

it('answers without a body where there is none', async () => {
  const answer = await inProcessFetch(api.app)('/api/blog/enable/list', { method: 'OPTIONS' });
  expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
});

it('ends with a call that is given up or takes too long', async () => {
  const app = createServer();
  app.get('/api/location/country', () => sleep(5_000, {}, { ref: false }));
  const client = createClient({ baseUrl: '', fetch: inProcessFetch(app) });
  const started = performance.now();
  await expect(client.call('countries', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'cancelled',
  });
  await expect(client.call('countries', {}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    kind: 'cancelled',
  });
  await expect(client.call('countries', {}, { timeout: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  expect(performance.now() - started).toBeLessThan(2_000);
});
