import { expect, it } from 'vitest';
import { createNetworkQueue } from './search-queue.ts';

/** Creates tasks that end on demand, and records the order in which they start. */
function makeTasks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const createTask = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, createTask, endNext };
}

it('runs a limited number of tasks at a time, and networks take turns', async () => {
  const run = createNetworkQueue({ running: 1, waitingOfNetwork: 3, waiting: 9 });
  const { begun, createTask, endNext } = makeTasks();
  const all = [
    run('a', createTask('a1')),
    run('a', createTask('a2')),
    run('a', createTask('a3')),
    run('b', createTask('b1')),
    run('c', createTask('c1')),
  ];
  expect(begun).toEqual(['a1']);
  for (const _ of all) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

it('refuses a task above the limit of its network or of all, and accepts tasks again when there is room', async () => {
  const run = createNetworkQueue({ running: 1, waitingOfNetwork: 1, waiting: 2 });
  const { createTask, endNext } = makeTasks();
  const taken = [run('a', createTask('a1')), run('a', createTask('a2'))];
  await expect(run('a', createTask('a3'))).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
  taken.push(run('b', createTask('b1')));
  await expect(run('c', createTask('c1'))).rejects.toMatchObject({ code: 'too_many_requests' });
  for (const _ of taken) await endNext();
  await Promise.all(taken);
  const next = run('c', createTask('c1'));
  await endNext();
  await next;
});

it('continues after a task that fails', async () => {
  const run = createNetworkQueue({ running: 1, waitingOfNetwork: 1, waiting: 1 });
  await expect(run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('a', async () => 7)).toBe(7);
});
