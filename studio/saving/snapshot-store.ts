/** The state of something that components show: they read it, subscribe to its changes, and wait for a condition. */
export interface SnapshotStore<T> {
  get(): T;
  update(change: Partial<T>): void;
  /** Changes the snapshot without telling the subscribers, who read it at the next `update`. */
  updateQuietly(change: Partial<T>): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /** Resolves when the snapshot fulfils a condition. */
  waitFor(isReached: (snapshot: T) => boolean): Promise<void>;
}

export function createSnapshotStore<T extends object>(initial: T): SnapshotStore<T> {
  let snapshot = initial;
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function updateQuietly(change: Partial<T>): void {
    snapshot = { ...snapshot, ...change };
  }

  return {
    get: () => snapshot,
    updateQuietly,
    update: (change) => {
      updateQuietly(change);
      for (const listener of listeners) listener();
    },
    subscribe,
    waitFor: (isReached) => {
      if (isReached(snapshot)) return Promise.resolve();
      return new Promise((resolve) => {
        const unsubscribe = subscribe(() => {
          if (!isReached(snapshot)) return;
          unsubscribe();
          resolve();
        });
      });
    },
  };
}
