import { expect, it } from 'vitest';
import { createSlotPool } from './slots.ts';

const waitForEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Takes a slot for each group in order. Returns the order of the slots, and a function that frees the first one. */
function takeAll(limits: { total: number; perGroup: number }, groups: string[]) {
  const slots = createSlotPool(limits);
  const got: string[] = [];
  const held: (() => void)[] = [];
  groups.forEach((group, index) => {
    void slots.take(group).then((giveBack) => {
      got.push(group + index);
      held.push(giveBack);
    });
  });
  return { got, held };
}

it('limits a group to its share, and leaves the rest to others', async () => {
  const { got } = takeAll({ total: 4, perGroup: 2 }, ['a', 'a', 'a', 'b', 'b', 'b']);
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'a1', 'b3', 'b4']);
});

it('lets waiting groups take turns, however many callers one of them has', async () => {
  const { got, held } = takeAll({ total: 1, perGroup: 1 }, ['a', 'a', 'a', 'a', 'b', 'c']);
  for (let turn = 0; turn < 6; turn++) {
    await waitForEventLoop();
    held.shift()?.();
  }
  expect(got).toEqual(['a0', 'a1', 'b4', 'c5', 'a2', 'a3']);
});

it('ignores a second release of the same slot', async () => {
  const { got, held } = takeAll({ total: 1, perGroup: 1 }, ['a', 'b', 'c']);
  await waitForEventLoop();
  for (let again = 0; again < 3; again++) held[0]?.();
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'b1']);
});

it('refuses a caller who would have to wait with too many others, of the group or of all groups', async () => {
  const waiting = { total: 3, perGroup: 2, message: 'Busy.', retryAfter: 5 };
  const slots = createSlotPool({ total: 2, perGroup: 1, waiting });
  const giveBack = await slots.take('a');
  const waitingOfA = [slots.take('a'), slots.take('a')];
  const refusal = { code: 'too_many_requests', message: 'Busy.', retryAfter: 5 };
  await expect(slots.take('a')).rejects.toMatchObject(refusal);
  await slots.take('b');
  void slots.take('b');
  await expect(slots.take('c')).rejects.toMatchObject(refusal);
  giveBack();
  await waitingOfA[0];
  void slots.take('c');
  expect(slots).toMatchObject({ taken: 2, waiting: 3 });
});
