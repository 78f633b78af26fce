import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../../contract/http/rate-limits.ts';
import type { Caller, Context } from '../../context.ts';
import { getCustomerNetwork, getNetwork } from '../../get-network.ts';
import { countInTransaction, createRateLimitError, hashRateLimitKey } from '../../limit-rates.ts';
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
