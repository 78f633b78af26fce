import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { rateLimits as policies } from '../contract/http/rate-limits.ts';
import { solveChallenge } from '../site/forms/solve-challenge.ts';
import { getUniqueIpAddress } from '../testing/api.ts';
import { fromPage } from '../testing/sample-forms.ts';
import { setUpApi } from '../testing/set-up.ts';
import { rateLimitCounts, submissions } from './db/tables.ts';
import { createApi } from './http/plugin.ts';
import { getCustomerNetwork, getNetwork, removeExpiredCounts } from './limit-rates.ts';

const api = await setUpApi();
const other = await createApi(api.ctx);
afterAll(() => other.close());
beforeEach(async () => {
  await api.ctx.db.delete(submissions);
});

const { points, seconds } = policies.stored;
const proven = policies.proven;

function send(
  app: FastifyInstance,
  remoteAddress: string,
  headers: Record<string, string> = {},
  key: string = randomUUID(),
  more: object = {},
) {
  const message = `Number ${key}`;
  return app.inject({
    method: 'POST',
    url: '/api/contact/submit',
    headers: { ...fromPage, ...headers },
    payload: { name: 'Ada', email: 'ada@example.org', message, key, ...more },
    remoteAddress,
  });
}

it('stores as many of 300 rapid messages to two servers as the limit allows, and sends Retry-After for the others', async () => {
  const visitor = getUniqueIpAddress();
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

it('counts a repeated form once, also 50 concurrent ones, and after the limit is reached', async () => {
  const visitor = getUniqueIpAddress();
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

it('does not count refused forms against the limit of stored ones', async () => {
  const visitor = getUniqueIpAddress();
  const used = randomUUID();
  expect((await send(api.app, visitor, {}, used)).statusCode).toBe(200);
  const statuses = new Set<number>();
  for (let sent = 0; sent < points * 2; sent++) {
    const refused = [
      await send(api.app, visitor, {}, randomUUID(), { email: 'nobody' }),
      await send(other, visitor, {}, used, { message: `Another ${sent}` }),
      await send(api.app, visitor, {}, randomUUID(), { files: randomUUID() }),
    ];
    for (const { statusCode } of refused) statuses.add(statusCode);
  }
  expect(statuses).toEqual(new Set([400, 422]));
  for (let sent = 1; sent < points; sent++) expect((await send(other, visitor)).statusCode).toBe(200);
  expect((await send(api.app, visitor)).statusCode).toBe(429);
});

it('has a limit for all forms, refused or not, which is checked first', async () => {
  const visitor = getUniqueIpAddress();
  const statuses: number[] = [];
  for (let sent = 0; sent < policies.form.points + 5; sent++)
    statuses.push((await send(api.app, visitor, {}, randomUUID(), { email: 'nobody' })).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(policies.form.points);
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
  const last = await send(other, visitor);
  expect([last.statusCode, last.json().error.challenge]).toEqual([429, undefined]);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
});

it('counts senders with a proof of work separately, so that an office behind one address is not locked out', async () => {
  const visitor = getUniqueIpAddress();
  for (let sent = 0; sent < points; sent++) expect((await send(api.app, visitor)).statusCode).toBe(200);
  const key = randomUUID();
  const refused = await send(other, visitor, {}, key);
  expect(refused.statusCode).toBe(429);
  const { challenge } = refused.json().error;
  const proof = JSON.stringify(await solveChallenge(challenge));
  // A proof is valid for one form only.
  expect((await send(api.app, visitor, {}, randomUUID(), { proof })).statusCode).toBe(429);
  const forged = { ...challenge, parameters: { ...challenge.parameters, data: { key: randomUUID() } } };
  const solution = JSON.parse(proof).solution;
  for (const wrong of ['{}', 'x', 'null', JSON.stringify({ challenge: forged, solution })]) {
    const other = forged.parameters.data.key;
    expect((await send(api.app, visitor, {}, other, { proof: wrong })).statusCode).toBe(429);
  }
  const prove = {
    method: 'POST',
    url: '/api/form/prove',
    headers: fromPage,
    remoteAddress: getUniqueIpAddress(),
  } as const;
  expect((await api.app.inject({ ...prove, payload: JSON.parse(proof) })).statusCode).toBe(422);
  const taken = await send(other, visitor, {}, key, { proof });
  expect(taken.statusCode).toBe(200);
  // Repeated with or without its proof, the form has the same response and is counted once.
  for (const more of [{ proof }, {}]) {
    const again = await send(api.app, visitor, {}, key, more);
    expect([again.statusCode, again.json().reference]).toEqual([200, taken.json().reference]);
  }
  expect(await api.ctx.db.select().from(submissions)).toHaveLength(points + 1);
  // A sender without a proof is still refused.
  expect((await send(api.app, visitor)).statusCode).toBe(429);
});

it('limits senders with a proof of work too', async () => {
  await api.ctx.db.delete(rateLimitCounts);
  const visitor = getUniqueIpAddress();
  for (let sent = 0; sent < points; sent++) await send(api.app, visitor);
  const key = randomUUID();
  const { challenge } = (await send(api.app, visitor, {}, key)).json().error;
  const proof = JSON.stringify(await solveChallenge(challenge));
  await api.ctx.db
    .update(rateLimitCounts)
    .set({ key: sql`replace(key, 'stored:', 'proven:')`, points: proven.points })
    .where(sql`key like 'stored:%' and points >= ${points}`);
  const refused = await send(other, visitor, {}, key, { proof });
  expect([refused.statusCode, refused.json().error.challenge]).toEqual([429, undefined]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('counts each network separately', async () => {
  const one = getUniqueIpAddress();
  const neighbour = one.replace(/::1$/, ':1:2:3:4');
  for (let sent = 0; sent < points; sent++) expect((await send(api.app, one)).statusCode).toBe(200);
  expect((await send(other, neighbour)).statusCode).toBe(429);
  expect((await send(other, getUniqueIpAddress())).statusCode).toBe(200);
});

it.each([
  ['sign-ins', 'signIn', '/api/studio/sign-in-with-password'],
  ['views', 'record', '/api/user-view-query/create'],
] as const)('counts %s of all networks of one customer together too', async (_what, limit, url) => {
  const [first, second] = [getUniqueIpAddress(), getUniqueIpAddress()];
  const neighbour = first.replace(/[^:]+::1$/, 'ffff::1');
  const call = async (remoteAddress: string) =>
    (await other.inject({ method: 'POST', url, headers: fromPage, payload: {}, remoteAddress })).statusCode;
  expect(await call(first)).toBe(400);
  const { points: most } = policies[policies[limit].also];
  await api.ctx.db
    .update(rateLimitCounts)
    .set({ points: most - 1 })
    .where(sql`key like ${`${policies[limit].also}:%`}`);
  expect([await call(neighbour), await call(neighbour), await call(second)]).toEqual([400, 429, 400]);
});

it('does not store the address', async () => {
  const visitor = '198.51.100.77';
  await send(api.app, visitor);
  const kept = await api.ctx.db.select().from(rateLimitCounts);
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(visitor);
});

it('starts again after its period, and old counts are removed', async () => {
  const visitor = getUniqueIpAddress();
  const fresh = await createApi(api.ctx);
  for (let sent = 0; sent < points; sent++) await send(fresh, visitor);
  // Ends the period for every server that has not refused this visitor itself.
  await api.ctx.db.update(rateLimitCounts).set({ expire: new Date(Date.now() - 1) });
  expect((await send(fresh, visitor)).statusCode).toBe(200);
  await api.ctx.db.update(rateLimitCounts).set({ expire: new Date(Date.now() - 1) });
  await removeExpiredCounts(api.ctx);
  expect(await api.ctx.db.select().from(rateLimitCounts)).toEqual([]);
  await fresh.close();
});

it('does not count requests that another site made a browser send', async () => {
  const visitor = getUniqueIpAddress();
  for (let sent = 0; sent < points + 5; sent++) {
    expect((await send(api.app, visitor, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  }
  expect((await send(api.app, visitor)).statusCode).toBe(200);
});

it('counts the address that a trusted proxy reports, and ignores other proxies', async () => {
  const proxied = await createApi(api.ctx, { trustProxy: (_address, hop) => hop < 1 });
  const proxy = getUniqueIpAddress();
  const createForwardedHeader = (address: string) => ({ 'x-forwarded-for': `10.0.0.1, ${address}` });
  for (let sent = 0; sent < points + 2; sent++) {
    expect((await send(proxied, proxy, createForwardedHeader(`198.51.100.${sent}`))).statusCode).toBe(200);
  }
  const liar = getUniqueIpAddress();
  const statuses: number[] = [];
  for (let sent = 0; sent < points + 1; sent++)
    statuses.push((await send(api.app, liar, createForwardedHeader(`203.0.113.${sent}`))).statusCode);
  expect(statuses.at(-1)).toBe(429);
  await proxied.close();
});

it('does not limit reads of content', async () => {
  const visitor = getUniqueIpAddress();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api.app.inject({ url: '/api/location/country', remoteAddress: visitor })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.200', '203.0.113.0/24'],
  ['::ffff:cb00:71c8', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
])('%s belongs to the customer network %s', (address, network) => {
  expect(getCustomerNetwork(address)).toBe(network);
});
