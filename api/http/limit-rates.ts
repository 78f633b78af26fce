import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../contract/rate-limits.ts';
import type { Challenge } from '../../contract/submission-shapes.ts';
import { formatWait } from '../../contract/wait-text.ts';
import type { Context } from '../context.ts';
import { rateLimitCounts as counts } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { signText } from '../signed-token.ts';
import { getNetwork } from './get-network.ts';

/**
 * Counts a request of a visitor's network. Throws `too_many_requests` with the seconds to wait above the limit.
 * Database errors pass through and become `unavailable`.
 */
export type RateLimiters = (limit: RateLimit, address: string) => Promise<void>;

/** Returns the HMAC of a visitor's network, so that no address is stored. */
export async function hashRateLimitKey(ctx: Context, address: string): Promise<string> {
  return (await signText(ctx, 'rate-limit', getNetwork(address))).toString('base64url');
}

/** Creates the error for a network above its limit, with the seconds to wait. */
export function createRateLimitError(counted: RateLimiterRes, challenge?: Challenge): ApiError {
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  const message = `Too many requests from your network. Please try again in ${formatWait(seconds)}.`;
  return new ApiError('too_many_requests', message, [], seconds, challenge);
}

/** Creates the limiter of one limit; its counts are in the database unless the limit is for each server. */
export function createLimiter({ db }: Context, name: RateLimit, more: { inMemoryBlockOnConsumed?: number } = {}) {
  const { points, seconds } = rateLimits[name];
  const options = { keyPrefix: name, points, duration: seconds };
  if ('each' in rateLimits[name]) return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({ ...options, storeClient: db, schema: counts, clearExpiredByTimeout: false, ...more });
}

/** Preloads the library's database code, which it otherwise imports at its first query. */
export async function warmUpRateLimiter(ctx: Context): Promise<void> {
  await createLimiter(ctx, 'stored').get('');
}

/** Creates the rate limiters, shared by all servers on one database (`contract/rate-limits.ts`). */
export function createRateLimiters(ctx: Context): RateLimiters {
  const names = Object.keys(rateLimits) as RateLimit[];
  const limiters = new Map(
    names.map((name) => [
      name,
      // A network over its limit is refused from memory, so that a flood does not reach the database.
      createLimiter(ctx, name, { inMemoryBlockOnConsumed: rateLimits[name].points + 1 }),
    ]),
  );
  return async (limit, address) => {
    // Counts in memory need no HMAC, whose key is in the database.
    const network = 'each' in rateLimits[limit] ? getNetwork(address) : await hashRateLimitKey(ctx, address);
    await limiters
      .get(limit)
      ?.consume(network)
      .catch((counted: unknown) => {
        throw counted instanceof RateLimiterRes ? createRateLimitError(counted) : counted;
      });
  };
}

/**
 * Counts a request inside a transaction, so that a rollback counts nothing. Rejects with a `RateLimiterRes` above the
 * limit; the caller must then roll back.
 */
export async function countInTransaction(tx: Context, limit: RateLimit, network: string): Promise<void> {
  await createLimiter(tx, limit).consume(network);
}

/** Removes expired counts; returns how many. */
export async function removeExpiredCounts({ db }: Context): Promise<number> {
  return (await db.delete(counts).where(lt(counts.expire, new Date()))).rowCount ?? 0;
}
