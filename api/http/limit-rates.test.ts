import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rateLimits as policies } from '../../contract/rate-limits.ts';
import { anyAddress, openTestApi, type TestApi } from '../../testing/api.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { rateLimits, submissions } from '../db/tables.ts';
import { createApi } from './create-api.ts';
import { forgetOldCounts } from './limit-rates.ts';

let api: TestApi;
let other: FastifyInstance;
beforeAll(async () => {
  api = await openTestApi();
  other = await createApi(api.ctx);
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.ctx.db.delete(submissions);
});

const { points, seconds } = policies.form;

function send(
  app: FastifyInstance,
  remoteAddress: string,
  headers: Record<string, string> = {},
  key: string = randomUUID(),
) {
  const message = `Number ${key}`;
  return app.inject({
    method: 'POST',
    url: '/api/contact/submit',
    headers: { ...fromPage, ...headers },
    payload: { name: 'Ada', email: 'ada@example.org', message, key },
    remoteAddress,
  });
}

it('of 300 rapid messages to two servers as many as the limit are stored, and each other is told when to come back', async () => {
  const visitor = anyAddress();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => send(index % 2 ? api.app : other, visitor)),
  );
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect([taken.length, refused.length]).toEqual([points, 300 - points]);
  expect(await api.ctx.db.select().from(submissions)).toHaveLength(points);
  for (const answer of refused) {
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(seconds - 60);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(answer.json().error).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/ minutes\.$/),
    });
  }
});

it('the same form again counts once, fifty times at once and after the limit too', async () => {
  const visitor = anyAddress();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(api.app, visitor, {}, key)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.json().reference)).size).toBe(1);
  for (let sent = 1; sent < points; sent++) expect((await send(other, visitor)).statusCode).toBe(200);
  const late = randomUUID();
  for (let sent = 0; sent < 2; sent++) expect((await send(api.app, visitor, {}, late)).statusCode).toBe(429);
  expect((await send(other, visitor, {}, key)).statusCode).toBe(200);
  expect(await api.ctx.db.select().from(submissions)).toHaveLength(points);
});

it('a network is one visitor, and another network another', async () => {
  const one = anyAddress();
  const neighbour = one.replace(/::1$/, ':1:2:3:4');
  for (let sent = 0; sent < points; sent++) expect((await send(api.app, one)).statusCode).toBe(200);
  expect((await send(other, neighbour)).statusCode).toBe(429);
  expect((await send(other, anyAddress())).statusCode).toBe(200);
});

it('the address itself is kept nowhere', async () => {
  const visitor = '198.51.100.77';
  await send(api.app, visitor);
  const kept = await api.ctx.db.select().from(rateLimits);
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(visitor);
});

it('is over after its time, and old counts are removed', async () => {
  const visitor = anyAddress();
  const fresh = await createApi(api.ctx);
  for (let sent = 0; sent < points; sent++) await send(fresh, visitor);
  // As if the time were over, for every server that has not refused this visitor itself.
  await api.ctx.db.update(rateLimits).set({ expire: new Date(Date.now() - 1) });
  expect((await send(fresh, visitor)).statusCode).toBe(200);
  await api.ctx.db.update(rateLimits).set({ expire: new Date(Date.now() - 1) });
  await forgetOldCounts(api.ctx);
  expect(await api.ctx.db.select().from(rateLimits)).toEqual([]);
  await fresh.close();
});

it('what another site made a browser send uses up nothing', async () => {
  const visitor = anyAddress();
  for (let sent = 0; sent < points + 5; sent++) {
    expect((await send(api.app, visitor, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  }
  expect((await send(api.app, visitor)).statusCode).toBe(200);
});

it('counts for whom a trusted proxy names, and believes nobody else', async () => {
  const proxied = await createApi(api.ctx, { trustProxy: (_address, hop) => hop < 1 });
  const proxy = anyAddress();
  const says = (address: string) => ({ 'x-forwarded-for': `10.0.0.1, ${address}` });
  for (let sent = 0; sent < points + 2; sent++) {
    expect((await send(proxied, proxy, says(`198.51.100.${sent}`))).statusCode).toBe(200);
  }
  const liar = anyAddress();
  const statuses: number[] = [];
  for (let sent = 0; sent < points + 1; sent++)
    statuses.push((await send(api.app, liar, says(`203.0.113.${sent}`))).statusCode);
  expect(statuses.at(-1)).toBe(429);
  await proxied.close();
});

it('reads of content have no limit', async () => {
  const visitor = anyAddress();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api.app.inject({ url: '/api/location/country', remoteAddress: visitor })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});
