import type { Actor, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Returns the error for a request of a user whose session has ended, or who never signed in. */
export function createSignedOutError(): ApiError {
  return new ApiError('unauthorized', 'You are not signed in, or your session has ended. Sign in again.');
}

/** Throws `forbidden` with the field `confirm` unless the user proved lately who they are (ASVS 5.0, 7.5.1). */
export function requireConfirmed(caller: Pick<Caller, 'actor'>): void {
  if (requireActor(caller).isConfirmed) return;
  const message = 'First confirm that it is you, with your passkey or password.';
  throw new ApiError('forbidden', message, [{ path: 'confirm', message }]);
}

/** Returns the signed-in user; throws `unauthorized` without one. */
export function requireActor({ actor }: Pick<Caller, 'actor'>): Actor {
  if (!actor) throw createSignedOutError();
  return actor;
}
