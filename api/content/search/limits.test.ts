import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { rateLimits } from '../../../contract/http/rate-limits.ts';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { makeEntry } from '../../../testing/makers.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { createApi } from '../../http/plugin.ts';
import { connectForSearch } from './search.ts';

const api = await setUpApi();
// A search that waits for a connection must not give up while a busy machine answers the others.
const searchConnection = connectForSearch({ ...api.database.config, connectionTimeoutMillis: 60_000 });
const app = await createApi({ ...api.ctx, searchDb: searchConnection.db });
await makeEntry(api.ctx, 'APP', { text: { title: 'Ferret' } });
afterAll(async () => {
  await app.close();
  await searchConnection.close();
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

/**
 * Starts searches and occupies both search connections until every search either waits or was refused. Returns the
 * statuses of the searches, after what happens while they wait.
 */
async function searchWhileBusy(addresses: string[], refused: number, meanwhile = async () => {}): Promise<number[]> {
  const { pool } = searchConnection;
  const occupied = await Promise.all([pool.connect(), pool.connect()]);
  const statuses: number[] = [];
  const searches = addresses.map(async (address, index) => {
    statuses.push((await search(`ferret ${index}`, address)).statusCode);
  });
  try {
    await expect.poll(() => statuses).toEqual(Array(refused).fill(429));
    await meanwhile();
    // No search found a connection meanwhile.
    expect(statuses).toHaveLength(refused);
  } finally {
    for (const client of occupied) client.release();
  }
  await Promise.all(searches);
  return statuses.slice(refused);
}

it('forms are stored while all searches wait for the database', async () => {
  const addresses = Array.from({ length: 90 }, getUniqueIpAddress);
  // Two searches run and sixty wait; the others are refused at once.
  const waited = await searchWhileBusy(addresses, 28, async () => {
    const sent = await Promise.all([sendMessage(), sendMessage(), sendMessage()]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
  expect(waited).toEqual(Array(62).fill(200));
});

it('one network has few waiting searches', async () => {
  // Two searches run and six wait.
  expect(await searchWhileBusy(Array(30).fill(getUniqueIpAddress()), 22)).toEqual(Array(8).fill(200));
});
