import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '../../contract/rate-limits.ts';
import type { Caller, Context } from '../context.ts';
import { countWithin, rateLimitKey, tooManyRequests } from '../http/limit-rates.ts';
import { createBoundChallenge } from './challenge.ts';

// Networks that were refused, for as long as they are: a flood of theirs must not make others wait for the database.
const refused = new RateLimiterMemory({ points: 1, duration: rateLimits.stored.seconds });

/** What decides by which limit a form counts; a proven sender's counts apart from others of its network. */
interface Counted {
  key: string;
  isProven: boolean;
  caller: Caller;
}

async function blockKey(ctx: Context, { isProven, caller }: Counted): Promise<{ network: string; block: string }> {
  const network = await rateLimitKey(ctx, caller.address);
  return { network, block: `${isProven ? 'proven' : 'stored'} ${network}` };
}

async function refuse(ctx: Context, counted: RateLimiterRes, { key, isProven }: Counted): Promise<never> {
  throw tooManyRequests(counted, isProven ? undefined : await createBoundChallenge(ctx, { key }));
}

/** Throws what `countStored` would throw, where it has just done so for the same network; asks no table of counts. */
export async function refuseAgain(tx: Context, form: Counted): Promise<void> {
  const { block } = await blockKey(tx, form);
  const before = await refused.get(block);
  if (before) await refuse(tx, before, form);
}

/**
 * Counts a form that this transaction stores. Throws `too_many_requests` where its network stored too many, with a challenge
 * that lets the same form through for a sender who is not proven.
 */
export async function countStored(tx: Context, form: Counted): Promise<void> {
  const { network, block } = await blockKey(tx, form);
  try {
    await countWithin(tx, form.isProven ? 'proven' : 'stored', network);
  } catch (counted) {
    if (!(counted instanceof RateLimiterRes)) throw counted;
    await refused.block(block, Math.ceil(counted.msBeforeNext / 1000));
    await refuse(tx, counted, form);
  }
}
