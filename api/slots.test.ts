import { expect, it } from 'vitest';
import { createSlotPool } from './slots.ts';

const waitForEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Takes a slot for each network in order. Returns the order of the slots, and a function that frees the first one. */
function takeAll(limits: { total: number; perNetwork: number }, networks: string[]) {
  const slots = createSlotPool(limits);
  const got: string[] = [];
  const held: (() => void)[] = [];
  networks.forEach((network, index) => {
    void slots.take(network).then((giveBack) => {
      got.push(network + index);
      held.push(giveBack);
    });
  });
  return { got, held };
}

it('limits a network to its share, and leaves the rest to others', async () => {
  const { got } = takeAll({ total: 4, perNetwork: 2 }, ['a', 'a', 'a', 'b', 'b', 'b']);
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'a1', 'b3', 'b4']);
});

it('lets waiting networks take turns, however many callers one of them has', async () => {
  const { got, held } = takeAll({ total: 1, perNetwork: 1 }, ['a', 'a', 'a', 'a', 'b', 'c']);
  for (let turn = 0; turn < 6; turn++) {
    await waitForEventLoop();
    held.shift()?.();
  }
  expect(got).toEqual(['a0', 'a1', 'b4', 'c5', 'a2', 'a3']);
});

it('ignores a second release of the same slot', async () => {
  const { got, held } = takeAll({ total: 1, perNetwork: 1 }, ['a', 'b', 'c']);
  await waitForEventLoop();
  for (let again = 0; again < 3; again++) held[0]?.();
  await waitForEventLoop();
  expect(got).toEqual(['a0', 'b1']);
});
