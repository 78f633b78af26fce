import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../contract/rate-limits.ts';
import type { Challenge } from '../../contract/submission-shapes.ts';
import { waitText } from '../../contract/wait-text.ts';
import type { Context } from '../context.ts';
import { rateLimits as counts } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { signText } from '../signed-token.ts';
import { networkOf } from './network-of.ts';

/**
 * Counts one more for a visitor's address. Throws `too_many_requests` with the seconds to wait where it is one too many. A
 * database that cannot be asked is thrown as it is, and becomes `unavailable`: without it nothing could be stored either.
 */
export type Limits = (limit: RateLimit, address: string) => Promise<void>;

/** Returns the HMAC by which a visitor's network is counted, so that no address is stored. */
export async function rateLimitKey(ctx: Context, address: string): Promise<string> {
  return (await signText(ctx, 'rate-limit', networkOf(address))).toString('base64url');
}

/** Returns the refusal of what came too often, which says when to try again. */
export function tooManyRequests(counted: RateLimiterRes, challenge?: Challenge): ApiError {
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  const message = `This was asked too often from your network. Please try again in ${waitText(seconds)}.`;
  return new ApiError('too_many_requests', message, [], seconds, challenge);
}

function createLimiter({ db }: Context, name: RateLimit, more: { inMemoryBlockOnConsumed?: number } = {}) {
  const { points, seconds } = rateLimits[name];
  const options = { keyPrefix: name, points, duration: seconds };
  if ('each' in rateLimits[name]) return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({ ...options, storeClient: db, schema: counts, clearExpiredByTimeout: false, ...more });
}

/** Loads what the first count would wait for: the library imports its code for the database at its first query. */
export async function loadLimiter(ctx: Context): Promise<void> {
  await createLimiter(ctx, 'stored').get('');
}

/** Limits that hold for all servers on one database (`contract/rate-limits.ts`). */
export function createLimits(ctx: Context): Limits {
  const names = Object.keys(rateLimits) as RateLimit[];
  const limiters = new Map(
    names.map((name) => [
      name,
      // A network over its limit is refused from memory, so that a flood of requests does not reach the database.
      createLimiter(ctx, name, { inMemoryBlockOnConsumed: rateLimits[name].points + 1 }),
    ]),
  );
  return async (limit, address) => {
    // What is counted in memory alone needs no signature, for which the database would be asked.
    const network = 'each' in rateLimits[limit] ? networkOf(address) : await rateLimitKey(ctx, address);
    await limiters
      .get(limit)
      ?.consume(network)
      .catch((counted: unknown) => {
        throw counted instanceof RateLimiterRes ? tooManyRequests(counted) : counted;
      });
  };
}

/**
 * Counts one more within a transaction, so that what is rolled back counts for nothing. Rejects with a `RateLimiterRes` where
 * it is one too many; the caller's transaction must then end without a commit.
 */
export async function countWithin(tx: Context, limit: RateLimit, network: string): Promise<void> {
  await createLimiter(tx, limit).consume(network);
}

/** Removes the counts whose time is over; answers how many. */
export async function forgetOldCounts({ db }: Context): Promise<number> {
  return (await db.delete(counts).where(lt(counts.expire, new Date()))).rowCount ?? 0;
}
