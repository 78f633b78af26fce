import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '../../contract/rate-limits.ts';
import type { Caller, Context } from '../context.ts';
import { getNetwork } from '../http/get-network.ts';
import { countInTransaction, createRateLimitError, hashRateLimitKey } from '../http/limit-rates.ts';
import { createBoundChallenge } from './challenge.ts';

// Networks over their limit, kept in memory until the limit resets. A flood from them then costs no database
// connection.
const blockedNetworks = new RateLimiterMemory({ points: 1, duration: rateLimits.stored.seconds });

/** What selects the rate limit of a form. Forms with a proof of work have a limit of their own in each network. */
interface CountedForm {
  key: string;
  isProven: boolean;
  caller: Caller;
}

async function createBlockKeys(
  ctx: Context,
  { isProven, caller }: CountedForm,
): Promise<{ network: string; block: string }> {
  const network = await hashRateLimitKey(ctx, getNetwork(caller.address));
  return { network, block: `${isProven ? 'proven' : 'stored'} ${network}` };
}

async function refuse(ctx: Context, counted: RateLimiterRes, { key, isProven }: CountedForm): Promise<never> {
  const challenge = isProven ? undefined : await createBoundChallenge(ctx, { key });
  throw createRateLimitError(isProven ? 'proven' : 'stored', counted, challenge);
}

/** Throws the same error as `countStoredSubmission` for a network over its limit, without a query of the counts. */
export async function refuseBlockedNetwork(tx: Context, form: CountedForm): Promise<void> {
  const { block } = await createBlockKeys(tx, form);
  const before = await blockedNetworks.get(block);
  if (before) await refuse(tx, before, form);
}

/**
 * Counts a form that this transaction stores. Throws `too_many_requests` where the network stored too many. A form
 * without a proof gets a challenge with the error; a solved challenge lets the same form through.
 */
export async function countStoredSubmission(tx: Context, form: CountedForm): Promise<void> {
  const { network, block } = await createBlockKeys(tx, form);
  try {
    await countInTransaction(tx, form.isProven ? 'proven' : 'stored', network);
  } catch (counted) {
    if (!(counted instanceof RateLimiterRes)) throw counted;
    await blockedNetworks.block(block, Math.ceil(counted.msBeforeNext / 1000));
    await refuse(tx, counted, form);
  }
}
