import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rateLimits } from '../../contract/rate-limits.ts';
import { getUniqueIpAddress, openTestApi, type TestApi } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import type { Connection } from '../db/connect.ts';
import { createApi } from '../http/create-api.ts';
import { connectForSearch } from './run-queued-search.ts';

let api: TestApi;
let searchConnection: Connection;
let app: Awaited<ReturnType<typeof createApi>>;
beforeAll(async () => {
  api = await openTestApi();
  searchConnection = connectForSearch(api.database.config);
  app = await createApi({ ...api.ctx, searchDb: searchConnection.db });
  await makeEntry(api.ctx, 'APP', { text: { title: 'Ferret' } });
});
afterAll(async () => {
  await app.close();
  await searchConnection.close();
  await api.close();
});

const search = (q: string, remoteAddress: string) =>
  app.inject({ url: `/api/search/list?${new URLSearchParams({ q })}`, remoteAddress });

function sendMessage() {
  return app.inject({
    method: 'POST',
    url: '/api/contact/submit',
    headers: fromPage,
    payload: { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() },
    remoteAddress: getUniqueIpAddress(),
  });
}

it('a network that searches too often gets Retry-After and may still send a form', async () => {
  const visitor = getUniqueIpAddress();
  const { points, seconds } = rateLimits.search;
  const statuses: number[] = [];
  for (let count = 0; count <= points; count++) statuses.push((await search(`ferret ${count}`, visitor)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(points);
  expect(statuses.at(-1)).toBe(429);
  const refused = await search('ferret', visitor);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(seconds);
  expect((await search('ferret', getUniqueIpAddress())).statusCode).toBe(200);
});

it('forms are stored while all searches wait for the database', async () => {
  // A table lock makes searches slow.
  const blocker = new pg.Client(api.database.config);
  await blocker.connect();
  await blocker.query('begin; lock table revisions in access exclusive mode');
  const searches = Array.from({ length: 90 }, (_, index) => search(`ferret ${index}`, getUniqueIpAddress()));
  let found = 0;
  for (const answer of searches) void answer.then(({ statusCode }) => (found += statusCode === 200 ? 1 : 0));
  const sent = await Promise.all([sendMessage(), sendMessage(), sendMessage()]);
  const foundBefore = found;
  await blocker.query('rollback');
  await blocker.end();
  const answers = await Promise.all(searches);
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(foundBefore).toBe(0);
  // Two searches ran and sixty waited, with 503 after the time limit; the others were refused at once.
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(28);
  expect(statuses.filter((status) => status === 200 || status === 503)).toHaveLength(62);
});

it('one network has few waiting searches', async () => {
  const visitor = getUniqueIpAddress();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => (await search(`ferret many ${index}`, visitor)).statusCode),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
});
