/**
 * Rate limits by group of operations: at most `points` in `seconds`. `of` says whose requests a limit counts: those of
 * a network (the default), of a user of the Studio, of a token, or of a customer network, which is the largest network
 * that an internet provider gives one customer: /24 of IPv4, /48 of IPv6. A limit counts for all servers together. A
 * limit with `each`, which protects the server itself, counts for each server. `also` names a second limit for the
 * requests that the first one lets through. An operation names its limit; an operation without a name has none.
 */
export const rateLimits = {
  /** Sending a form, whether stored, refused or repeated. */
  form: { points: 300, seconds: 600 },
  /** Stored forms: an operator has to read each. `api/messages/submissions/count-stored.ts` applies this limit. */
  stored: { points: 10, seconds: 600 },
  storedByCustomerNetwork: { points: 100, seconds: 600, of: 'customerNetwork' },
  /** Stored forms with a proof of work; many people may share an address. */
  proven: { points: 100, seconds: 600 },
  /** Stored forms with a proof of work, of a customer network. */
  provenByCustomerNetwork: { points: 300, seconds: 600, of: 'customerNetwork' },
  /** Uploads; one form may have several files. */
  upload: { points: 30, seconds: 600 },
  /** Calls before and after a form: duplicate checks, receipts, proofs. */
  lookup: { points: 30, seconds: 60 },
  /** Holds of a slot; the period equals the life of a hold, so this also limits concurrent holds. */
  hold: { points: 12, seconds: 300 },
  /** Attempts to sign in to the Studio, and steps of joining it. */
  signIn: { points: 60, seconds: 600, also: 'signInByCustomerNetwork' },
  /** Sign-ins of a customer network: as many as ten networks may have. An IPv6 customer may have 65,536 networks. */
  signInByCustomerNetwork: { points: 600, seconds: 600, of: 'customerNetwork' },
  /** Wrong codes of a user after the right password. `api/people/users/sign-in.ts` applies this limit. */
  wrongCode: { points: 10, seconds: 3600 },
  /** Refused tokens of programs. A right token is not counted, and works beside them. */
  wrongToken: { points: 120, seconds: 600, each: 'server', also: 'wrongTokenByCustomerNetwork' },
  /** Refused tokens of a customer network: as many as ten networks may have. */
  wrongTokenByCustomerNetwork: { points: 1_200, seconds: 600, each: 'server', of: 'customerNetwork' },
  /** Drafts that a user stores. While somebody types slowly, the editor saves up to five times a second. */
  save: { points: 3_000, seconds: 600, of: 'user' },
  /** Saves that a user keeps for good under a name. */
  keep: { points: 30, seconds: 3_600, of: 'user' },
  /** Answers that a user sends to visitors by mail. */
  answer: { points: 120, seconds: 600, of: 'user' },
  /** Mails that a user sends to themselves to see them. */
  testMail: { points: 10, seconds: 3_600, of: 'user' },
  /** Events that a user sends to a webhook again, or as a test. */
  webhook: { points: 60, seconds: 600, of: 'user' },
  /** Calls of a program by its token. */
  token: { points: 600, seconds: 60, of: 'token', each: 'server' },
  verifyBackup: { points: 12, seconds: 3_600, of: 'user' },
  /** Exports of the log, and of the redirects, by a user. Each is recorded. */
  export: { points: 30, seconds: 3_600, of: 'user' },
  linkCheck: { points: 6, seconds: 3_600, of: 'user' },
  /** Requests of guests for a shared preview and its drawings. */
  share: { points: 240, seconds: 600 },
  /** Reads of an adviser's calendar feed. A calendar program asks a few times an hour for each feed. */
  feed: { points: 120, seconds: 600, also: 'feedByCustomerNetwork' },
  /** Reads of feeds by a customer network: as many as ten networks may have. */
  feedByCustomerNetwork: { points: 1_200, seconds: 600, of: 'customerNetwork' },
  /** Once for each page view. */
  record: { points: 120, seconds: 60, also: 'recordByCustomerNetwork' },
  /** Page views of a customer network: as many as ten networks may have. */
  recordByCustomerNetwork: { points: 1_200, seconds: 60, of: 'customerNetwork' },
  /** Searches; typing one query sends several. */
  search: { points: 120, seconds: 60, each: 'server' },
  /** Addresses without a page that are counted; further ones are answered, but not counted. */
  missingPage: { points: 30, seconds: 3_600, each: 'server' },
  /** Searches without a result that are counted; further ones are answered, but not counted. */
  missedSearch: { points: 30, seconds: 3_600, each: 'server' },
} as const satisfies Record<
  string,
  { points: number; seconds: number; each?: 'server'; of?: 'user' | 'token' | 'customerNetwork'; also?: string }
>;

export type RateLimit = keyof typeof rateLimits;
