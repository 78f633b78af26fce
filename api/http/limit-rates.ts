import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../contract/rate-limits.ts';
import { waitText } from '../../contract/wait-text.ts';
import type { Context } from '../context.ts';
import { rateLimits as counts } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { signText } from '../signed-token.ts';
import { networkOf } from './network-of.ts';

/**
 * Counts one more for a visitor's address; throws `too_many_requests` with the seconds to wait where it is one too many. A
 * database that cannot be asked is thrown as it is, and becomes `unavailable`: without it nothing could be stored either.
 */
export type Limits = (limit: RateLimit, address: string) => Promise<void>;

/** Limits that hold for all servers on one database (`contract/rate-limits.ts`). */
export function createLimits(ctx: Context): Limits {
  const limiters = new Map(
    Object.entries(rateLimits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterDrizzle({
        storeClient: ctx.db,
        schema: counts,
        keyPrefix: name,
        points,
        duration: seconds,
        // Whoever is over the limit is refused from memory, so that a flood is none for the database.
        inMemoryBlockOnConsumed: points + 1,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
  return async (limit, address) => {
    const key = (await signText(ctx, 'rate-limit', networkOf(address))).toString('base64url');
    try {
      await limiters.get(limit)?.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ApiError(
        'too_many_requests',
        `This was asked too often from your network. Please try again in ${waitText(seconds)}.`,
        [],
        seconds,
      );
    }
  };
}

/** Removes the counts whose time is over; answers how many. */
export async function forgetOldCounts({ db }: Context): Promise<number> {
  return (await db.delete(counts).where(lt(counts.expire, new Date()))).rowCount ?? 0;
}
