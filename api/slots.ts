/** A number of places; whoever takes one when none is free waits for it. */
export interface Slots {
  /** Answers what gives the place back; called twice it does so once. Networks that wait take turns. */
  take(network?: string): Promise<() => void>;
}

export interface SlotLimits {
  total: number;
  /** Places that one network holds at once. */
  perNetwork: number;
}

/** Bounds what is done at once, in memory or on the processor, and shares it fairly between networks. */
export function createSlots({ total, perNetwork }: SlotLimits): Slots {
  // A Map remembers the order in which its keys were set: the first network has waited longest for its turn.
  const waiting = new Map<string, (() => void)[]>();
  const taken = new Map<string, number>();
  let free = total;

  function startNext(): void {
    while (free > 0) {
      const found = [...waiting].find(([network]) => (taken.get(network) ?? 0) < perNetwork);
      if (!found) return;
      const [network, [start, ...others]] = found;
      waiting.delete(network);
      if (others.length > 0) waiting.set(network, others);
      taken.set(network, (taken.get(network) ?? 0) + 1);
      free--;
      start?.();
    }
  }

  function giveBack(network: string): void {
    const left = (taken.get(network) ?? 1) - 1;
    if (left > 0) taken.set(network, left);
    else taken.delete(network);
    free++;
    startNext();
  }

  return {
    take: async (network = '') => {
      await new Promise<void>((resolve) => {
        waiting.set(network, [...(waiting.get(network) ?? []), resolve]);
        startNext();
      });
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        giveBack(network);
      };
    },
  };
}

/** Runs at most `limit` tasks at a time, the others in the order they came. */
export function atMost(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const slots = createSlots({ total: limit, perNetwork: limit });
  return async (task) => {
    const giveBack = await slots.take();
    try {
      return await task();
    } finally {
      giveBack();
    }
  };
}
