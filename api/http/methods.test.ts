import { METHODS } from 'node:http';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { getRequestUrl } from '../../contract/http/client.ts';
import { type Endpoint, endpoints } from '../../contract/http/endpoints.ts';
import { makeEntry } from '../../testing/makers.ts';
import { sampleEndpoints } from '../../testing/sample-types.ts';
import { setUpApi } from '../../testing/set-up.ts';

const api = await setUpApi();

const getPaths = (of: readonly Endpoint[]) => [
  ...new Set(of.flatMap(({ path, alias }) => (alias ? [path, alias] : [path]))),
];
const fill = (path: string) => path.replace(/\{n\}|\{b\}/g, '1').replace(/\{\w+\}/g, 'x');
/** Returns the methods of a path, in the order of `Allow`. */
function listMethods(path: string): string[] {
  const { method } = endpoints.find((endpoint) => [endpoint.path, endpoint.alias].includes(path)) ?? { method: 'GET' };
  return method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'];
}

/** Returns the methods that a path does not have. */
function listOtherMethods(path: string) {
  const known = [...listMethods(path), 'CONNECT'];
  return METHODS.filter((method) => !known.includes(method)) as NonNullable<InjectOptions['method']>[];
}

// With an XSRF cookie, so that no response sets a new one.
const asBefore = { cookie: 'XSRF-TOKEN=x' };

describe.each([
  ...getPaths(sampleEndpoints).map((path) => [path, fill(path)]),
  ['/api/openapi.json', '/api/openapi.json'],
])('%s', (path, url) => {
  const allow = listMethods(path).join(', ');
  const [other = 'PUT'] = listOtherMethods(path);

  it('answers every other method with 405 and the allowed ones', async () => {
    for (const method of listOtherMethods(path)) {
      const { status, headers, body } = await api.get(url, { method });
      expect([method, status, headers.allow, body?.error.code]).toEqual([
        method,
        405,
        allow, // a response to HEAD has no body
        method === 'HEAD' ? undefined : 'method_not_allowed',
      ]);
    }
  });

  it('refuses a wrong method before it reads the body', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await api.get(url, { method: other, headers, payload: '{broken' })).status).toBe(405);
    expect(
      (await api.get(url, { method: other, headers: { 'content-type': 'text/strange' }, payload: 'x' })).status,
    ).toBe(405);
    expect((await api.get(url, { method: 'PUT', headers, payload: 'x'.repeat(2_000_000) })).status).toBe(405);
  });

  it('answers OPTIONS with 204 and the allowed methods', async () => {
    const { statusCode, headers, payload } = await api.app.inject({ method: 'OPTIONS', url });
    expect([statusCode, headers.allow, payload]).toEqual([204, allow, '']);
    expect(headers['x-request-id']).toBeTruthy();
  });
});

const readPaths = getPaths(sampleEndpoints.filter(({ method }) => method === 'GET'));
it.each([...readPaths, '/api/openapi.json'])('%s answers HEAD with the headers of GET and no body', async (path) => {
  const url = fill(path);
  const get = await api.app.inject({ method: 'GET', url, headers: asBefore });
  const head = await api.app.inject({ method: 'HEAD', url, headers: asBefore });
  const omitVaryingHeaders = ({ date: _date, 'x-request-id': _id, ...rest }: typeof get.headers) => rest;
  expect(head.statusCode).toBe(get.statusCode);
  expect(omitVaryingHeaders(head.headers)).toEqual(omitVaryingHeaders(get.headers));
  expect([head.payload, get.payload === '']).toEqual(['', false]);
});

it('answers PUT with 405 and OPTIONS with 204 at every address, each with the allowed methods', async () => {
  for (const path of getPaths(endpoints)) {
    const allow = listMethods(path).join(', ');
    for (const [method, status] of [
      ['PUT', 405],
      ['OPTIONS', 204],
    ] as const) {
      const { statusCode, headers } = await api.app.inject({ method, url: fill(path) });
      expect([path, method, statusCode, headers.allow]).toEqual([path, method, status, allow]);
    }
  }
});

it('answers HEAD for an existing item with its length', async () => {
  const { slug } = await makeEntry(api.ctx, 'BLOG');
  const url = getRequestUrl('/api/blog/blogdetails/{slug}', { slug });
  const get = await api.app.inject(url);
  const head = await api.app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([
    200,
    String(get.rawPayload.length),
    '',
  ]);
});

describe('an unknown address', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/blog',
    '/api/blog/',
    '/api/blog/enable',
    '/api/blog/enable/list/more',
    '/API/blog/enable/list',
    '/api//blog/enable/list',
    '/api/trivia/blogdetails/x',
    '/elsewhere',
    '/',
  ])('%s is 404 in JSON for every method', async (url) => {
    // The types of inject lack TRACE and PROPFIND.
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as never[]) {
      const { status, headers, body } = await api.get(url, { method });
      expect([method, status, body.error.code]).toEqual([method, 404, 'not_found']);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it.each(['/api/%FF', '/api/blog/%FF', '/api/blog/blogdetails/%FF', '/api/%', '/%FF', '/api/blog/%C3%28'])(
    '%s is 400 in JSON',
    async (url) => {
      const { status, body } = await api.get(url);
      expect([status, body.error.code]).toEqual([400, 'bad_request']);
    },
  );
});
