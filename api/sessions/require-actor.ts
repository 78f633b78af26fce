import type { Actor, Caller } from '../context.ts';

/** Returns the signed-in user. The endpoint's permission guarantees that there is one. */
export function requireActor({ actor }: Caller): Actor {
  if (!actor) throw new Error('An endpoint with a permission was called without a user');
  return actor;
}
