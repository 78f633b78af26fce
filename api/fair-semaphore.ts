import pLimit, { type LimitFunction } from 'p-limit';
import { ApiError } from './errors.ts';

/** Limits how many tasks run at once. A caller waits while all permits are taken. */
export interface FairSemaphore {
  /**
   * Resolves to a function that releases the permit; a second call does nothing. Waiting groups, such as networks or
   * authors, take turns. Throws `too_many_requests` if too many callers wait.
   */
  acquire(group?: string): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

const named = new Map<string, Pick<FairSemaphore, 'taken' | 'waiting'>>();

/** Returns, for each named semaphore, the permits taken and the callers that wait. */
export function listSemaphoreUse(): { name: string; taken: number; waiting: number }[] {
  return [...named].map(([name, { taken, waiting }]) => ({ name, taken, waiting }));
}

export interface SemaphoreLimits {
  total: number;
  /** Permits that one group may hold at once. */
  perGroup: number;
  /**
   * How many callers may wait, and the message and the seconds to wait for callers above that. Without it, any number
   * may wait.
   */
  waiting?: { total: number; perGroup: number; message: string; retryAfter: number };
}

/** Creates a semaphore for costly work whose permits are shared fairly between groups. Metrics show named ones. */
export function createFairSemaphore(
  { total, perGroup, waiting: maxWaiting }: SemaphoreLimits,
  name?: string,
): FairSemaphore {
  // A Map iterates in insertion order: the first group has waited longest.
  const waiting = new Map<string, (() => void)[]>();
  const taken = new Map<string, number>();
  let free = total;

  function startNext(): void {
    while (free > 0) {
      const found = [...waiting].find(([group]) => (taken.get(group) ?? 0) < perGroup);
      if (!found) return;
      const [group, [start, ...others]] = found;
      waiting.delete(group);
      if (others.length > 0) waiting.set(group, others);
      taken.set(group, (taken.get(group) ?? 0) + 1);
      free--;
      start?.();
    }
  }

  function release(group: string): void {
    const left = (taken.get(group) ?? 1) - 1;
    if (left > 0) taken.set(group, left);
    else taken.delete(group);
    free++;
    startNext();
  }

  function checkCanWait(group: string): void {
    if (!maxWaiting || (free > 0 && (taken.get(group) ?? 0) < perGroup)) return;
    if (semaphore.waiting >= maxWaiting.total || (waiting.get(group)?.length ?? 0) >= maxWaiting.perGroup)
      throw new ApiError('too_many_requests', maxWaiting.message, [], maxWaiting.retryAfter);
  }

  const semaphore: FairSemaphore = {
    get taken() {
      return total - free;
    },
    get waiting() {
      return [...waiting.values()].reduce((sum, callers) => sum + callers.length, 0);
    },
    acquire: async (group = '') => {
      checkCanWait(group);
      await new Promise<void>((resolve) => {
        waiting.set(group, [...(waiting.get(group) ?? []), resolve]);
        startNext();
      });
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        release(group);
      };
    },
  };
  if (name) named.set(name, semaphore);
  return semaphore;
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
