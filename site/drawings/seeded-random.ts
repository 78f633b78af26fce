/** A seeded random number generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Returns a number n with low ≤ n < high. */
  between(low: number, high: number): number;
  /** Returns an integer, both limits included. */
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

/** Returns the FNV-1a hash of the UTF-16 code units, as an unsigned integer of 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Creates the generator mulberry32, seeded with the hash of a text. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  /** Returns a number n with 0 ≤ n < 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  function int(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1));
  }
  return {
    int,
    between: (low, high) => low + next() * (high - low),
    pick: <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T,
    chance: (probability) => next() < probability,
    shuffle: <T>(items: readonly T[]): T[] => {
      const deck = items.map((item) => ({ item, at: next() }));
      return deck.sort((a, b) => a.at - b.at).map((card) => card.item);
    },
  };
}
