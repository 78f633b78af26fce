import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressResponses } from './compress.ts';

const text = 'Words that are said again and again. '.repeat(60);
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  compressResponses(app);
  app.get('/page', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('set-cookie', ['a=1', 'b=2']).send(text),
  );
  app.get('/drawing', (_request, reply) => reply.type('image/svg+xml').send(text));
  app.get('/data', () => ({ text }));
  app.get('/short', (_request, reply) => reply.type('text/plain').send('short'));
  app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.from(text)));
  app.get('/named', (_request, reply) => reply.type('image/svg+xml').header('etag', '"a"').send(text));
  await app.ready();
});
afterAll(() => app.close());

const ask = (url: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, method, ...(accepted ? { headers: { 'accept-encoding': accepted } } : {}) });

it('compresses text in the encoding that the client prefers, and adds Vary', async () => {
  for (const url of ['/page', '/drawing', '/data'])
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, zstd', 'zstd', zstdDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask(url, accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(rawPayload.length).toBeLessThan(text.length / 5);
      expect(decode(rawPayload).toString()).toContain(text);
    }
});

it('sends text uncompressed without Accept-Encoding, and keeps its other headers', async () => {
  const { headers, body } = await ask('/page');
  expect(body).toBe(text);
  expect(headers).toMatchObject({ vary: 'accept-encoding', 'set-cookie': ['a=1', 'b=2'] });
  expect(headers).not.toHaveProperty('content-encoding');
  expect((await ask('/page', 'br')).headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

it('answers HEAD with the headers of the whole response', async () => {
  const [whole, head] = [await ask('/page', 'br'), await ask('/page', 'br', 'HEAD')];
  expect(head.rawPayload).toHaveLength(0);
  expect(head.headers).toMatchObject({ 'content-length': whole.headers['content-length'], 'content-encoding': 'br' });
});

it('leaves short texts, other media types and responses with a validator as they are', async () => {
  for (const url of ['/short', '/picture', '/named'])
    expect((await ask(url, 'br')).headers, url).not.toHaveProperty('content-encoding');
});
