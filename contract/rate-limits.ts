/**
 * How often one network may ask, by group of operations: at most `points` in `seconds`. Counted for all servers together, or
 * by each server for itself where the limit protects nothing else; an operation chooses a name. Other reads have no limit.
 */
export const rateLimits = {
  /** Sending a form, whether it is stored, refused or sent again by its key. */
  form: { points: 300, seconds: 600 },
  /** Forms that are stored: each is something that a person has to read. No operation names it (`api/submissions/count-stored.ts`). */
  stored: { points: 10, seconds: 600 },
  /** The same, of senders who did a proof of work; many people may share an address. */
  proven: { points: 100, seconds: 600 },
  /** Files, of which a form may bring several. */
  upload: { points: 30, seconds: 600 },
  /** Asked while a form is filled in, or after it: duplicate checks, receipts, proofs. */
  lookup: { points: 30, seconds: 60 },
  /** Holding a time: a network keeps no more than these from others at once, for a hold lasts as long. */
  hold: { points: 12, seconds: 300 },
  /** Once a page. */
  record: { points: 120, seconds: 60 },
  /** Searches, of which one that is being typed asks several. */
  search: { points: 120, seconds: 60, each: 'server' },
} as const satisfies Record<string, { points: number; seconds: number; each?: 'server' }>;

export type RateLimit = keyof typeof rateLimits;
