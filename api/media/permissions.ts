import { hasPermission } from '../../contract/studio/permissions.ts';
import type { Caller } from '../context.ts';
import { requireActor } from '../sessions/require-actor.ts';

/** Returns whether the caller may change what visitors see: the file of a picture that texts show. */
export function canReplacePicture(caller: Pick<Caller, 'actor'>): boolean {
  return hasPermission(requireActor(caller).role, 'publish');
}

/** Returns whether the caller may describe a picture: authors only those that they uploaded. */
export function canDescribePicture(caller: Pick<Caller, 'actor'>, storedBy: number | null): boolean {
  const { role, userId } = requireActor(caller);
  return hasPermission(role, 'publish') || (hasPermission(role, 'write-drafts') && storedBy === userId);
}
