import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { formatWait } from '../../../contract/http/wait-text.ts';
import type { Caller, Context } from '../../context.ts';
import { recoveryCodes, sessions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createLimiter } from '../../limit-rates.ts';
import { recordFailedSignIn } from '../../log/index.ts';
import { requireActor, startSession } from '../sessions.ts';
import { findTotpCounter, hashRecoveryCode, isPassword } from './password.ts';

/**
 * Counts a code that a user typed after the right password, before it is checked: otherwise codes tried in parallel
 * would all be checked before the first is counted. Throws `too_many_requests` after ten wrong codes within an hour.
 * Passkeys and recovery codes are not counted, and a stranger without the password counts nothing.
 */
async function countCode(ctx: Context, userId: number): Promise<void> {
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
async function uncountCode(ctx: Context, userId: number): Promise<void> {
  await createLimiter(ctx, 'wrongCode').reward(String(userId));
}

/** Milliseconds after the first failure; doubled by each further failure within ten minutes, up to `maxDelay`. */
const firstDelay = 250;
const maxDelay = 4_000;

/** Accounts whose failures are remembered. */
const accountLimit = 10_000;

/** Returns the one spelling of an address by which its user is found and its failures are counted. */
const normalizeAddress = (email: string) => email.trim().toLowerCase();

/**
 * Creates the delay after failed sign-ins, counted by account. Nobody is locked out: a stranger who guesses slows
 * guesses down, and the owner waits at most four seconds after a failure of their own (ASVS 5.0, 6.1.1).
 */
function createFailureDelay(): { afterFailure(account: string): Promise<void> } {
  const failures = new LRUCache<string, number>({ max: accountLimit, ttl: 10 * 60 * 1_000 });
  return {
    afterFailure: async (account) => {
      const count = (failures.get(account) ?? 0) + 1;
      failures.set(account, count);
      await sleep(Math.min(maxDelay, firstDelay * 2 ** (count - 1)));
    },
  };
}

const delay = createFailureDelay();

/** The ways to sign in, as the log names them. */
const byPassword = 'a password';
const byCode = 'a recovery code';

/** Records a failed sign-in, waits to slow down guessing, and throws. */
async function refuse(ctx: Context, email: string, way: string, userId: number | undefined): Promise<never> {
  await recordFailedSignIn(ctx, way, userId ?? null);
  await delay.afterFailure(normalizeAddress(email));
  throw new ApiError('forbidden', 'E-mail address, password and code do not match. Check all three and try again.');
}

async function findUser({ db }: Context, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, normalizeAddress(email)), isNull(users.disabledAt)));
  return user;
}

/**
 * Checks password and code, uses the code up, and returns the user's id. Throws `forbidden` after a delay, and
 * `too_many_requests` after many wrong codes with the right password.
 */
async function checkPassword(
  ctx: Context,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<number> {
  const user = await findUser(ctx, email);
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!user?.totpSecret || !isRight) return refuse(ctx, email, byPassword, user?.id);
  await countCode(ctx, user.id);
  const counter = findTotpCounter(user.totpSecret, code.replace(/\s/g, ''));
  if (counter === null) return refuse(ctx, email, byPassword, user.id);
  // A code is accepted once, also by two servers at the same moment.
  const { rowCount } = await ctx.db
    .update(users)
    .set({ totpCounter: counter })
    .where(and(eq(users.id, user.id), lt(users.totpCounter, counter)));
  if (!rowCount) return refuse(ctx, email, byPassword, user.id);
  await uncountCode(ctx, user.id);
  return user.id;
}

/**
 * Signs in by password and a code of the authenticator app. A failure says nothing about which of the three was wrong,
 * takes as long in every case, and makes the next attempt for the same address slower. Only wrong codes with the right
 * password stop password sign-in, for an hour at most.
 */
export async function signInWithPassword(
  ctx: Context,
  { email, password, code }: { email: string; password: string; code: string },
  caller: Caller,
) {
  const userId = await checkPassword(ctx, { email, password, code });
  return startSession(ctx, userId, caller, { way: byPassword });
}

/** Signs in by a recovery code, which is used up. Failures as in `signInWithPassword`. */
export async function signInWithRecoveryCode(
  ctx: Context,
  { email, code }: { email: string; code: string },
  caller: Caller,
) {
  const user = await findUser(ctx, email);
  const { rowCount } = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.codeSha256, hashRecoveryCode(code)),
        eq(recoveryCodes.userId, user?.id ?? 0),
        isNull(recoveryCodes.usedAt),
      ),
    );
  if (!user || !rowCount) return refuse(ctx, email, byCode, user?.id);
  return startSession(ctx, user.id, caller, { way: byCode });
}

/** Records that the user of a session has just proved who they are. */
export async function confirmSession({ db }: Context, caller: Caller): Promise<{ error: null }> {
  const actor = requireActor(caller);
  await db.update(sessions).set({ confirmedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  // The rest of this request may need the proof already, as a form without JavaScript does.
  actor.isConfirmed = true;
  return { error: null };
}

/** Confirms the session by the user's password and a code of the authenticator app. Failures as in a sign-in. */
export async function confirmWithPassword(
  ctx: Context,
  given: { password: string; code: string },
  caller: Caller,
): Promise<{ error: null }> {
  await checkPassword(ctx, { ...given, email: requireActor(caller).email });
  return confirmSession(ctx, caller);
}
