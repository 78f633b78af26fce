import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCodeLoader, isCodeFailure, loadCode } from './load-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a loader that fails `times` times and records the time of each call, in milliseconds from the start. */
function createFailingLoader(times: number) {
  const started = Date.now();
  const callTimes: number[] = [];
  const load = async (attempt = callTimes.length) => {
    callTimes.push(Date.now() - started);
    if (attempt < times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'code';
  };
  return { callTimes, load };
}

it('tries once and up to 5 times more, 1000 ms apart (specification, section 2)', async () => {
  const { callTimes, load } = createFailingLoader(5);
  const loading = loadCode(load);
  await vi.runAllTimersAsync();
  expect(await loading).toBe('code');
  expect(callTimes).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
});

it('fails with an error of its own after the last attempt, and names the cause', async () => {
  const { callTimes, load } = createFailingLoader(7);
  const failure = loadCode(load).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(isCodeFailure(await failure)).toBe(true);
  expect(await failure).toMatchObject({ cause: new TypeError('Failed to fetch dynamically imported module') });
  expect(callTimes).toHaveLength(6);
});

it('gives each attempt 120 000 ms (specification, section 9)', async () => {
  let attempts = 0;
  const started = Date.now();
  const failure = loadCode(() => {
    attempts += 1;
    return new Promise(() => undefined);
  }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(isCodeFailure(await failure)).toBe(true);
  expect([attempts, Date.now() - started]).toEqual([6, 6 * 120_000 + 5 * 1_000]);
});

it('leaves no timer behind', async () => {
  expect(await loadCode(createFailingLoader(0).load)).toBe('code');
  expect(vi.getTimerCount()).toBe(0);
});

it('calls `beforeRetries` once, whatever the number of retries', async () => {
  const beforeRetries = vi.fn(async () => undefined);
  const loading = loadCode(createFailingLoader(3).load, beforeRetries);
  await vi.runAllTimersAsync();
  expect(await loading).toBe('code');
  expect(beforeRetries).toHaveBeenCalledOnce();
});

it('loads code once for all callers, and again after it failed', async () => {
  const { callTimes, load } = createFailingLoader(6);
  const loader = createCodeLoader(() => load());
  const failures = [loader(), loader()].map((loading) => loading.catch((error: unknown) => error));
  await vi.runAllTimersAsync();
  for (const failure of failures) expect(isCodeFailure(await failure)).toBe(true);
  expect(callTimes).toHaveLength(6);
  expect(await loader()).toBe('code');
  expect(await loader()).toBe('code');
  expect(callTimes).toHaveLength(7);
});
