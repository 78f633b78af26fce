/** Something that is kept, and how many bytes it takes. */
interface Place<T> {
  value: T;
  bytes: number;
}

/** Values by key within a number of bytes; what was not asked for the longest time goes first. */
export interface Shelf<T> {
  /** The value, which counts as asked for now. */
  get(key: string): T | undefined;
  /** Whether this very value is kept. */
  holds(key: string, value: T): boolean;
  /** Keeps a value that fits; one larger than an eighth of the shelf would push out too much else. */
  put(key: string, value: T, bytes: number): void;
  /** Counts what a value that is still kept has grown by, or shrunk. */
  grow(key: string, value: T, bytes: number): void;
  /** Removes what a condition holds for. */
  remove(isRemoved: (value: T) => boolean): void;
  readonly bytes: number;
  readonly size: number;
}

export function makeShelf<T>(limit: number): Shelf<T> {
  // A Map remembers the order in which its keys were set: the first is the one asked for the longest ago.
  const places = new Map<string, Place<T>>();
  let total = 0;

  function take(key: string): void {
    const place = places.get(key);
    if (place) total -= place.bytes;
    places.delete(key);
  }

  function makeRoom(): void {
    for (const key of places.keys()) {
      if (total <= limit) return;
      take(key);
    }
  }

  return {
    get: (key) => {
      const place = places.get(key);
      if (!place) return undefined;
      places.delete(key);
      places.set(key, place);
      return place.value;
    },
    holds: (key, value) => places.get(key)?.value === value,
    put: (key, value, bytes) => {
      take(key);
      if (bytes > limit / 8) return;
      places.set(key, { value, bytes });
      total += bytes;
      makeRoom();
    },
    grow: (key, value, bytes) => {
      const place = places.get(key);
      if (place?.value !== value) return;
      place.bytes += bytes;
      total += bytes;
      makeRoom();
    },
    remove: (isRemoved) => {
      for (const [key, { value }] of places) if (isRemoved(value)) take(key);
    },
    get bytes() {
      return total;
    },
    get size() {
      return places.size;
    },
  };
}
