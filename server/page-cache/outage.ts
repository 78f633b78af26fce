/** Milliseconds for which kept answers are served while the database is away; `stale-if-error` says the same to CDNs. */
export const longestOutage = 60 * 60 * 1_000;
/** So often one request tries the database while it is away; the others are answered from memory at once. */
const retryInterval = 1_000;

interface Marked {
  unheardSince?: number;
}

/**
 * What a cache knows while changes are not announced. The database may answer all the same, and then a kept answer may be
 * wrong: each request asks. Once it has failed to answer it counts as away, and kept answers are served instead.
 */
export interface Outage {
  /** Announcements stopped: marks an answer that is kept. */
  mark(answer: Marked): void;
  /** Announcements are back; returns how many answers were served from before. */
  end(): number;
  /** Whether an answer from before may be served where the database does not answer. */
  mayServe(answer: Marked): boolean;
  /** Whether this request asks the database. */
  mayAsk(): boolean;
  /** The database answered, or did not. */
  note(hasAnswered: boolean): void;
  /** Counts an answer that was served from before. */
  count(): void;
  /** Answers served from before since the process began. */
  readonly served: number;
}

export function createOutage(now: () => number = () => performance.now()): Outage {
  let isAway = false;
  let nextTry = 0;
  let served = 0;
  let servedBefore = 0;
  return {
    mark: (answer) => {
      answer.unheardSince ??= now();
    },
    end: () => {
      const count = served - servedBefore;
      isAway = false;
      servedBefore = served;
      return count;
    },
    mayServe: ({ unheardSince }) => unheardSince !== undefined && now() - unheardSince < longestOutage,
    mayAsk: () => {
      if (!isAway) return true;
      if (now() < nextTry) return false;
      nextTry = now() + retryInterval;
      return true;
    },
    note: (hasAnswered) => {
      isAway = !hasAnswered;
      nextTry = now() + retryInterval;
    },
    count: () => {
      served += 1;
    },
    get served() {
      return served;
    },
  };
}
