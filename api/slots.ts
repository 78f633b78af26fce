import pLimit, { type LimitFunction } from 'p-limit';

/** Limits how many tasks run at once. A caller waits while no slot is free. */
export interface Slots {
  /** Resolves to a function that frees the slot; a second call does nothing. Waiting networks take turns. */
  take(network?: string): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

const named = new Map<string, Pick<Slots, 'taken' | 'waiting'>>();

/** How many places of each named bound are taken, and how many callers wait for one. */
export function slotsInUse(): { name: string; taken: number; waiting: number }[] {
  return [...named].map(([name, { taken, waiting }]) => ({ name, taken, waiting }));
}

export interface SlotLimits {
  total: number;
  /** Places that one network holds at once. */
  perNetwork: number;
}

/** Bounds what is done at once, in memory or on the processor, and shares it fairly between networks; metrics show those with a name. */
export function createSlots({ total, perNetwork }: SlotLimits, name?: string): Slots {
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

  const slots: Slots = {
    get taken() {
      return total - free;
    },
    get waiting() {
      return [...waiting.values()].reduce((sum, callers) => sum + callers.length, 0);
    },
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
  if (name) named.set(name, slots);
  return slots;
}

/** Limits how many tasks run at once, in the order they came; metrics show the limit by its name. */
export function createNamedLimit(total: number, name: string): LimitFunction {
  const limit = pLimit(total);
  named.set(name, {
    get taken() {
      return limit.activeCount;
    },
    get waiting() {
      return limit.pendingCount;
    },
  });
  return limit;
}
