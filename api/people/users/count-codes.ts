import { RateLimiterRes } from 'rate-limiter-flexible';
import { formatWait } from '../../../contract/http/wait-text.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { createLimiter } from '../../limit-rates.ts';

/**
 * Counts a code that a user typed after the right password, before it is checked: otherwise codes tried in parallel
 * would all be checked before the first is counted. Throws `too_many_requests` after ten wrong codes within an hour.
 * Passkeys and recovery codes are not counted, and a stranger without the password counts nothing.
 */
export async function countCode(ctx: Context, userId: number): Promise<void> {
  await createLimiter(ctx, 'wrongCode')
    .consume(String(userId))
    .catch((counted: unknown) => {
      if (!(counted instanceof RateLimiterRes)) throw counted;
      const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
      const message =
        'Too many wrong codes were entered for this account. Sign in with a passkey or a recovery code, ' +
        `or try again in ${formatWait(seconds)}. If these codes were not yours, change your password.`;
      throw new ApiError('too_many_requests', message, [], seconds);
    });
}

/** Takes a code that was right out of the count. */
export async function uncountCode(ctx: Context, userId: number): Promise<void> {
  await createLimiter(ctx, 'wrongCode').reward(String(userId));
}
