import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { lt } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Challenge } from '../contract/forms/submission-shapes.ts';
import { type RateLimit, rateLimits } from '../contract/http/rate-limits.ts';
import { formatWait } from '../contract/http/wait-text.ts';
import type { Caller, Context } from './context.ts';
import { rateLimitCounts as counts } from './db/tables.ts';
import { ApiError } from './errors.ts';
import { requireActor } from './people/sessions.ts';
import { signText } from './tokens.ts';

/** Returns the eight groups of an IPv6 address as numbers, the dotted form of a mapped IPv4 address, or null. */
function parseAddress(address: string): { dotted: string } | { groups: number[] } | null {
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return { dotted: bare };
  if (!isIPv6(bare)) return null;
  // Node writes every spelling of a mapped address with dots (RFC 5952, section 5).
  const { address: canonical } = new SocketAddress({ address: bare, family: 'ipv6' });
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  if (mapped) return { dotted: mapped };
  const [head = '', tail] = canonical.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return { groups: [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16)) };
}

function formatPrefix(groups: number[], count: number): string {
  const kept = groups.slice(0, count).map((group) => group.toString(16));
  return `${kept.join(':')}::/${count * 16}`;
}

/**
 * Returns the network of an address. The network of IPv4, also written as IPv6 (RFC 4291, section 2.5.5.2), is the
 * address itself. The network of IPv6 is its first 64 bits, which one customer is assigned (RFC 6177).
 */
export function getNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address.split('%', 1)[0] ?? '';
  return 'dotted' in parsed ? parsed.dotted : formatPrefix(parsed.groups, 4);
}

/** Returns the largest network that a provider gives one customer: /24 of IPv4, /48 of IPv6 (RFC 6177, section 2). */
export function getCustomerNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if ('dotted' in parsed) return `${parsed.dotted.replace(/\.\d+$/, '')}.0/24`;
  return formatPrefix(parsed.groups, 3);
}

/** Whom a rate limit counts: a network of an address, a signed-in user, or a token. */
type CountedCaller = Pick<Caller, 'address' | 'actor'>;

/**
 * Counts a request of a network or of a user. Throws `too_many_requests` with the seconds to wait above the limit.
 * Database errors pass through and become `unavailable`.
 */
export type RateLimiters = (limit: RateLimit, caller: CountedCaller) => Promise<void>;

/** Returns the HMAC of a network, so that no address is stored. */
export async function hashRateLimitKey(ctx: Context, network: string): Promise<string> {
  return (await signText(ctx, 'rate-limit', network)).toString('base64url');
}

function getCounted(limit: RateLimit): 'network' | 'customerNetwork' | 'user' | 'token' {
  const policy = rateLimits[limit];
  return 'of' in policy ? policy.of : 'network';
}

/** Returns the key under which a limit counts a caller. Counts in memory need no HMAC, whose key is in the database. */
async function createCountKey(ctx: Context, limit: RateLimit, caller: CountedCaller): Promise<string> {
  const counted = getCounted(limit);
  if (counted === 'user') return String(requireActor(caller).userId);
  if (counted === 'token') return String(requireActor(caller).tokenId);
  const network = counted === 'network' ? getNetwork(caller.address) : getCustomerNetwork(caller.address);
  return 'each' in rateLimits[limit] ? network : hashRateLimitKey(ctx, network);
}

/** Creates the error for a network or a user above a limit, with the seconds to wait. */
export function createRateLimitError(limit: RateLimit, counted: RateLimiterRes, challenge?: Challenge): ApiError {
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  const sender = { user: 'account', token: 'token', network: 'network', customerNetwork: 'network' }[getCounted(limit)];
  const message = `Too many requests from your ${sender}. Please try again in ${formatWait(seconds)}.`;
  return new ApiError('too_many_requests', message, [], seconds, challenge);
}

/** Creates the limiter of one limit; its counts are in the database unless the limit is for each server. */
export function createLimiter({ db }: Context, name: RateLimit, more: { inMemoryBlockOnConsumed?: number } = {}) {
  const { points, seconds } = rateLimits[name];
  const options = { keyPrefix: name, points, duration: seconds };
  if ('each' in rateLimits[name]) return new RateLimiterMemory(options);
  return new RateLimiterDrizzle({ ...options, storeClient: db, schema: counts, clearExpiredByTimeout: false, ...more });
}

/** Creates the rate limiters, shared by all servers on one database (`contract/http/rate-limits.ts`). */
export function createRateLimiters(ctx: Context): RateLimiters {
  const names = Object.keys(rateLimits) as RateLimit[];
  const limiters = new Map(
    names.map((name) => [
      name,
      // A caller over the limit is refused from memory, so that a flood does not reach the database.
      createLimiter(ctx, name, { inMemoryBlockOnConsumed: rateLimits[name].points + 1 }),
    ]),
  );
  return async function count(limit, caller) {
    const key = await createCountKey(ctx, limit, caller);
    await limiters
      .get(limit)
      ?.consume(key)
      .catch((counted: unknown) => {
        throw counted instanceof RateLimiterRes ? createRateLimitError(limit, counted) : counted;
      });
    const policy = rateLimits[limit];
    if ('also' in policy) await count(policy.also, caller);
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
