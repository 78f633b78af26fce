import { sql } from 'drizzle-orm';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../../contract/http/rate-limits.ts';
import type { Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import {
  countInTransaction,
  createRateLimitError,
  getCustomerNetwork,
  getNetwork,
  hashRateLimitKey,
} from '../../limit-rates.ts';
import { createBoundChallenge } from './challenge.ts';

// Networks over their limit, kept in memory until the limit resets. A flood from them then costs no database
// connection.
const blockedNetworks = new RateLimiterMemory({ points: 1, duration: rateLimits.stored.seconds });

/** What selects the rate limits of a form. Forms with a proof of work have limits of their own. */
export interface CountedForm {
  key: string;
  isProven: boolean;
  caller: Caller;
}

/** A limit that counts a form, and the HMAC of the network that it counts. */
interface FormCount {
  limit: RateLimit;
  network: string;
}

/**
 * Returns the counts of a form, always in this order, so that concurrent transactions cannot deadlock: the sender's
 * network, then the largest network that one customer of an internet provider may have.
 */
async function listCounts(ctx: Context, { isProven, caller }: CountedForm): Promise<FormCount[]> {
  const network = await hashRateLimitKey(ctx, getNetwork(caller.address));
  const customer = await hashRateLimitKey(ctx, getCustomerNetwork(caller.address));
  return [
    { limit: isProven ? 'proven' : 'stored', network },
    { limit: isProven ? 'provenByCustomerNetwork' : 'storedByCustomerNetwork', network: customer },
  ];
}

const createBlockKey = ({ limit, network }: FormCount) => `${limit} ${network}`;

async function refuse(
  ctx: Context,
  { limit }: FormCount,
  counted: RateLimiterRes,
  { key, isProven }: CountedForm,
): Promise<never> {
  throw createRateLimitError(limit, counted, isProven ? undefined : await createBoundChallenge(ctx, { key }));
}

/** Throws the same error as `countStoredSubmission` for a network over its limit, without a query of the counts. */
export async function refuseBlockedNetwork(tx: Context, form: CountedForm): Promise<void> {
  for (const count of await listCounts(tx, form)) {
    const before = await blockedNetworks.get(createBlockKey(count));
    if (before) await refuse(tx, count, before, form);
  }
}

/**
 * Counts a form that this transaction stores. Throws `too_many_requests` if too many came from the network or
 * from the customer's network. A form without a proof gets a challenge with the error; a solved challenge lets the same
 * form through.
 */
export async function countStoredSubmission(tx: Context, form: CountedForm): Promise<void> {
  for (const count of await listCounts(tx, form)) {
    try {
      await countInTransaction(tx, count.limit, count.network);
    } catch (counted) {
      if (!(counted instanceof RateLimiterRes)) throw counted;
      await blockedNetworks.block(createBlockKey(count), Math.ceil(counted.msBeforeNext / 1000));
      await refuse(tx, count, counted, form);
    }
  }
}

/** How many forms the site stores in ten minutes, from all senders together. */
export const totalLimits = {
  /** From this number on, a form without a proof of work is stored, but its mails are held. */
  mailed: 1_000,
  /** From this number on, a form without a proof of work is refused, with a challenge. */
  unproven: 5_000,
  /** From this number on, every form is refused. */
  stored: 10_000,
} as const;

/** Seconds after which a form that was refused may be sent again. */
const retrySeconds = 60;

/**
 * Counts the forms of the last ten minutes. Reads committed rows instead of a counter, which every form of the site
 * would lock until it is stored. So concurrent forms may exceed a limit by their number.
 */
async function countRecentSubmissions({ db }: Context): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from submissions where created_at > now() - interval '10 minutes' limit ${totalLimits.stored}
    ) as recent`);
  return rows[0]?.count ?? 0;
}

/**
 * Checks a new form against the limits of the whole site. Returns whether its mails must be held. Throws
 * `too_many_requests` if the site stores too many forms; a solved challenge may let the same form through.
 */
export async function checkTotalLimits(tx: Context, { key, isProven }: CountedForm): Promise<boolean> {
  const recent = await countRecentSubmissions(tx);
  if (recent >= (isProven ? totalLimits.stored : totalLimits.unproven)) {
    const challenge = recent < totalLimits.stored ? await createBoundChallenge(tx, { key }) : undefined;
    const message = 'The site is receiving too many messages at the moment. Please try again in 1 minute.';
    throw new ApiError('too_many_requests', message, [], retrySeconds, challenge);
  }
  return !isProven && recent >= totalLimits.mailed;
}
