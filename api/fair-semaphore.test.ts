import { expect, it } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

const waitForEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Acquires a permit for each group in order. Returns the order of the permits, and the functions that release them. */
function acquireAll(limits: { total: number; perGroup: number }, groups: string[]) {
  const semaphore = createFairSemaphore(limits);
  const got: string[] = [];
  const held: (() => void)[] = [];
  groups.forEach((group, index) => {
    void semaphore.acquire(group).then((release) => {
      got.push(group + index);
      held.push(release);
    });
  });
  return { got, held };
}

it('limits a group to its share, and leaves the rest to others', async () => {
  const { got } = acquireAll({ total: 4, perGroup: 2 }, ['a', 'a', 'a', 'b', 'b', 'b']);
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'a1', 'b3', 'b4']);
});

it('lets waiting groups take turns, however many callers one of them has', async () => {
  const { got, held } = acquireAll({ total: 1, perGroup: 1 }, ['a', 'a', 'a', 'a', 'b', 'c']);
  for (let turn = 0; turn < 6; turn++) {
    await waitForEventLoop();
    held.shift()?.();
  }
  expect(got).toEqual(['a0', 'a1', 'b4', 'c5', 'a2', 'a3']);
});

it('ignores a second release of the same permit', async () => {
  const { got, held } = acquireAll({ total: 1, perGroup: 1 }, ['a', 'b', 'c']);
  await waitForEventLoop();
  for (let again = 0; again < 3; again++) held[0]?.();
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'b1']);
});

it('refuses a caller who would have to wait with too many others, of the group or of all groups', async () => {
  const waiting = { total: 3, perGroup: 2, message: 'Busy.', retryAfter: 5 };
  const semaphore = createFairSemaphore({ total: 2, perGroup: 1, waiting });
  const release = await semaphore.acquire('a');
  const waitingOfA = [semaphore.acquire('a'), semaphore.acquire('a')];
  const refusal = { code: 'too_many_requests', message: 'Busy.', retryAfter: 5 };
  await expect(semaphore.acquire('a')).rejects.toMatchObject(refusal);
  await semaphore.acquire('b');
  void semaphore.acquire('b');
  await expect(semaphore.acquire('c')).rejects.toMatchObject(refusal);
  release();
  await waitingOfA[0];
  void semaphore.acquire('c');
  expect(semaphore).toMatchObject({ taken: 2, waiting: 3 });
});
