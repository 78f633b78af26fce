/** A fixed sequence of random choices, so that a failure can be repeated. */
export interface RandomSequence {
  /** Returns a whole number from 0 to below a limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandomSequence(seed: number): RandomSequence {
  let state = seed;
  function getRandomBelow(limit: number): number {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  }
  return {
    below: getRandomBelow,
    pick: (items) => {
      const item = items[getRandomBelow(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from');
      return item;
    },
  };
}
