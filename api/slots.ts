/** A number of places; whoever takes one when none is free waits for it, in the order of coming. */
export interface Slots {
  /** Answers what gives the place back; called twice it does so once. */
  take(): Promise<() => void>;
}

/** Bounds what is done at once, in memory or on the processor. */
export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take: async () => {
      if (taken < limit) taken++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        // A place is handed on, not given back, so that nobody slips in between.
        const next = waiting.shift();
        if (next) next();
        else taken--;
      };
    },
  };
}

/** Runs at most `limit` tasks at a time, the others in the order they came. */
export function atMost(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const slots = createSlots(limit);
  return async (task) => {
    const giveBack = await slots.take();
    try {
      return await task();
    } finally {
      giveBack();
    }
  };
}
