import { ApiError } from '../errors.ts';

interface NetworkQueueLimits {
  /** Tasks that run at the same time. */
  running: number;
  /** Tasks of one network that may wait. */
  waitingOfNetwork: number;
  /** Tasks of all networks that may wait. */
  waiting: number;
}

/**
 * Creates a queue that runs a few tasks at a time. Networks take turns, so that a busy network does not delay others. A
 * task above the limits is refused with `too_many_requests`.
 */
export function createNetworkQueue({ running, waitingOfNetwork, waiting }: NetworkQueueLimits) {
  // A Map iterates in insertion order: a network that was served moves to the end.
  const queues = new Map<string, (() => void)[]>();
  let free = running;
  let total = 0;

  function startNext(): void {
    const [next] = queues;
    if (!next) {
      free++;
      return;
    }
    const [network, queue] = next;
    queues.delete(network);
    const start = queue.shift();
    if (queue.length > 0) queues.set(network, queue);
    total--;
    start?.();
  }

  return async <T>(network: string, task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else {
      const queue = queues.get(network) ?? [];
      if (queue.length >= waitingOfNetwork || total >= waiting)
        throw new ApiError('too_many_requests', 'Search is busy. Please try again in a second.', [], 1);
      total++;
      queues.set(network, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}
