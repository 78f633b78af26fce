import pLimit, { type LimitFunction } from 'p-limit';

/** Limits how many tasks run at once. A caller waits while no slot is free. */
export interface SlotPool {
  /** Resolves to a function that frees the slot; a second call does nothing. Waiting networks take turns. */
  take(network?: string): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

const named = new Map<string, Pick<SlotPool, 'taken' | 'waiting'>>();

/** Returns, for each named pool, the slots taken and the callers that wait. */
export function listSlotUse(): { name: string; taken: number; waiting: number }[] {
  return [...named].map(([name, { taken, waiting }]) => ({ name, taken, waiting }));
}

export interface SlotLimits {
  total: number;
  /** Slots that one network may hold at once. */
  perNetwork: number;
}

/**
 * Creates a pool of slots for work in memory or on the processor, shared fairly between networks. Metrics show named
 * pools.
 */
export function createSlotPool({ total, perNetwork }: SlotLimits, name?: string): SlotPool {
  // A Map iterates in insertion order: the first network has waited longest.
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

  const slots: SlotPool = {
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

/** Creates a first-in-first-out limit of concurrent tasks; metrics show the limit by its name. */
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
