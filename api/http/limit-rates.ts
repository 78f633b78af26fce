import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimit, rateLimits } from '../../contract/rate-limits.ts';
import { waitText } from '../../contract/wait-text.ts';
import type { Context } from '../context.ts';
import { rateLimits as counts } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { signText } from '../signed-token.ts';
import { networkOf } from './network-of.ts';

/**
 * Counts one more for a visitor's address; of a form with an idempotency key only the first time counts as a form. Throws `too_many_requests` with the seconds to wait where it is one too many. A
 * database that cannot be asked is thrown as it is, and becomes `unavailable`: without it nothing could be stored either.
 */
export type Limits = (limit: RateLimit, address: string, key?: string) => Promise<void>;

function createLimiter({ db }: Context, name: string, limit: { points: number; seconds: number; each?: 'server' }) {
  const { points, seconds, each } = limit;
  const options = { keyPrefix: name, points, duration: seconds };
  if (each === 'server') return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({
    ...options,
    storeClient: db,
    schema: counts,
    // Whoever is over the limit is refused from memory, so that a flood is none for the database.
    inMemoryBlockOnConsumed: points + 1,
    clearExpiredByTimeout: false,
  });
}

/** Limits that hold for all servers on one database (`contract/rate-limits.ts`). */
export function createLimits(ctx: Context): Limits {
  const limiters = new Map(Object.entries(rateLimits).map(([name, limit]) => [name, createLimiter(ctx, name, limit)]));
  async function consume(limit: RateLimit, network: string): Promise<void> {
    try {
      await limiters.get(limit)?.consume(network);
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
  }

  // Those of one form that come at once share the first one's count.
  const underWay = new Map<string, Promise<void>>();

  async function consumeOnce(limit: RateLimit, network: string, form: string): Promise<void> {
    const [known] = await ctx.db.select({ key: counts.key }).from(counts).where(eq(counts.key, form));
    if (known) return;
    await consume(limit, network);
    const expire = new Date(Date.now() + rateLimits[limit].seconds * 1000);
    await ctx.db.insert(counts).values({ key: form, points: 1, expire }).onConflictDoNothing();
  }

  return async (limit, address, key) => {
    // What is counted in memory alone needs no signature, for which the database would be asked.
    if ('each' in rateLimits[limit]) return consume(limit, networkOf(address));
    const network = (await signText(ctx, 'rate-limit', networkOf(address))).toString('base64url');
    if (!key) return consume(limit, network);
    const form = `${limit}-of:${network}:${createHash('sha256').update(key).digest('base64url')}`;
    const first = underWay.get(form) ?? consumeOnce(limit, network, form).finally(() => underWay.delete(form));
    underWay.set(form, first);
    await first;
    await consume('resend', network);
  };
}

/** Removes the counts whose time is over; answers how many. */
export async function forgetOldCounts({ db }: Context): Promise<number> {
  return (await db.delete(counts).where(lt(counts.expire, new Date()))).rowCount ?? 0;
}
