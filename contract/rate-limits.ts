/**
 * How often one network may ask, by group of operations: at most `points` in `seconds`. Counted for all servers together, or
 * by each server for itself where the limit protects nothing else; an operation chooses a name. Other reads have no limit.
 */
export const rateLimits = {
  /** What stores something a person has to read. */
  form: { points: 10, seconds: 600 },
  /** The same form again, by its key: a double click, or a sender whose answer was lost. */
  resend: { points: 120, seconds: 60 },
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
