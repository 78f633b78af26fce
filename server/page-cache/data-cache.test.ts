import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure, type Client } from '../../contract/http/client.ts';
import { createTestClient } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { createDataCache, type DataCache } from './data-cache.ts';

const api = await setUpApi();
await makeEntry(api.ctx, 'BLOG', { slug: 'one' });
await makeEntry(api.ctx, 'BLOG', { slug: 'two' });
let cache: DataCache;
/** The paths of all calls to the API. */
let asked: string[];
let isAway: boolean;
beforeEach(() => {
  cache = createDataCache(1_000_000);
  asked = [];
  isAway = false;
});

/** Returns a client as pages and forms use it. Calls to the API are recorded, and fail while the database is away. */
function createRecordingClient(isForm = false): Client {
  const direct = createTestClient(api.ctx);
  const recordCall = <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    asked.push(name);
    return isAway ? Promise.reject(new ApiFailure('server', 'away', { status: 503, requestId: null })) : ask();
  };
  const recording: Client = {
    ...direct,
    entries: (type, operation, ...rest) => recordCall(operation, () => direct.entries(type, operation, ...rest)),
    call: (name, ...rest) => recordCall(name, () => direct.call(name, ...rest)),
  };
  return cache.createCachingClient(recording, isForm);
}

const readOne = (client = createRecordingClient()) => client.entries('BLOG', 'item', { slug: 'one' });

it('calls the API once for concurrent equal reads, and then reads from memory', async () => {
  cache.enable();
  const all = await Promise.all([readOne(), readOne(), readOne()]);
  expect(new Set(all.map(({ slug }) => slug))).toEqual(new Set(['one']));
  await readOne();
  expect(asked).toEqual(['item']);
  expect(cache.size()).toMatchObject({ responses: 1, stale: 0 });
  expect(cache.size().bytes).toBeGreaterThan(JSON.stringify(all[0]).length);
});

it('calls the API for each input, each preview, and content whose changes are not announced', async () => {
  cache.enable();
  const client = createRecordingClient();
  for (let turn = 0; turn < 2; turn++) {
    await client.entries('BLOG', 'item', { slug: 'two' });
    await client.entries('BLOG', 'list', { page: 0 });
    await client.entries('BLOG', 'list', { page: 1 });
    await client.entries('BLOG', 'item', { slug: 'one', admin: 'x' });
    await client.call('countries', {});
    // Each is counted.
    await client.call('search', { q: 'found nowhere', page: 0, size: 10 });
  }
  const twice = ['countries', 'countries', 'item', 'item', 'item', 'list', 'list', 'search', 'search'];
  expect(asked.toSorted()).toEqual(twice);
});

it('calls the API again after a change, also for a read that was pending during the change', async () => {
  cache.enable();
  await readOne();
  cache.invalidate(['SERVICE']);
  await readOne();
  expect(asked).toHaveLength(1);
  const before = readOne();
  cache.invalidate(['BLOG']);
  const during = readOne();
  cache.invalidate(['*']);
  await Promise.all([before, during]);
  await readOne();
  expect(asked).toHaveLength(3);
});

it('caches no failure', async () => {
  cache.enable();
  for (let turn = 0; turn < 2; turn++)
    await expect(createRecordingClient().entries('BLOG', 'item', { slug: 'none' })).rejects.toMatchObject({
      status: 404,
    });
  expect(asked).toHaveLength(2);
  expect(cache.size().responses).toBe(0);
});

it('caches nothing while changes may be missed, and forgets what it cached before', async () => {
  await readOne();
  await readOne();
  expect(asked).toHaveLength(2);
  cache.enable();
  await readOne();
  cache.disable();
  await readOne();
  cache.enable();
  await readOne();
  expect(asked).toHaveLength(5);
});

it('serves cached data to forms while the database is away, and passes the failure to pages', async () => {
  cache.enable();
  await readOne();
  cache.disable();
  expect((await readOne(createRecordingClient(true))).slug).toBe('one');
  expect(cache.size().stale).toBe(0);
  isAway = true;
  expect((await readOne(createRecordingClient(true))).slug).toBe('one');
  expect(cache.size().stale).toBe(1);
  await expect(readOne()).rejects.toMatchObject({ status: 503 });
  await expect(createRecordingClient(true).entries('BLOG', 'item', { slug: 'two' })).rejects.toMatchObject({
    status: 503,
  });
});

it('serves forms cached data for at most an hour, however often the subscription fails', async () => {
  cache.enable();
  await readOne();
  isAway = true;
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    cache.disable();
    vi.advanceTimersByTime(59 * 60_000);
    cache.disable();
    expect((await readOne(createRecordingClient(true))).slug).toBe('one');
    vi.advanceTimersByTime(2 * 60_000);
    await expect(readOne(createRecordingClient(true))).rejects.toMatchObject({ status: 503 });
  } finally {
    vi.useRealTimers();
  }
});

it('retries for each caller whose shared read failed', async () => {
  cache.enable();
  isAway = true;
  const [first, second] = [readOne(), readOne()];
  isAway = false;
  await expect(first).rejects.toMatchObject({ status: 503 });
  expect((await second).slug).toBe('one');
  expect(asked).toHaveLength(2);
});

it('evicts the least recently used data at its limit, and caches nothing without a limit', async () => {
  cache = createDataCache(6_000);
  cache.enable();
  for (let page = 0; page < 20; page++) await createRecordingClient().entries('BLOG', 'list', { page });
  expect(cache.size().bytes).toBeLessThanOrEqual(6_000);
  expect(cache.size().responses).toBeLessThan(20);
  cache = createDataCache(0);
  cache.enable();
  await readOne();
  expect(cache.size().responses).toBe(0);
});

it('keeps no more of a text in memory than the part that a response has', async () => {
  cache.enable();
  const direct = createTestClient(api.ctx);
  const entry = await direct.entries('BLOG', 'item', { slug: 'one' });
  const excerpting = cache.createCachingClient(
    {
      ...direct,
      // V8 makes such a part without a copy.
      entries: async () =>
        ({ ...entry, summary: Buffer.alloc(900_000, 'a').toString('latin1').slice(100, 200) }) as never,
    },
    false,
  );
  v8.setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const measureHeap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = measureHeap();
  for (let page = 0; page < 20; page++) await excerpting.entries('BLOG', 'list', { page });
  expect(measureHeap() - before).toBeLessThan(10_000_000);
  expect(cache.size().responses).toBe(20);
});
