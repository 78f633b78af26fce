import type { Actor, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Returns the error for a request of a user whose session has ended, or who never signed in. */
export function signedOut(): ApiError {
  return new ApiError('unauthorized', 'You are not signed in, or your session has ended. Sign in again.');
}

/** Returns the signed-in user; throws `unauthorized` without one. */
export function requireActor({ actor }: Pick<Caller, 'actor'>): Actor {
  if (!actor) throw signedOut();
  return actor;
}
