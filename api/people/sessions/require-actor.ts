import type { Actor, Caller } from '../../context.ts';
import { ApiError } from '../../errors.ts';

type ActingCaller = Pick<Caller, 'actor' | 'pageUser'>;

/** Throws `forbidden` with the field `confirm` unless the user proved lately who they are (ASVS 5.0, 7.5.1). */
export function requireConfirmed(caller: ActingCaller): void {
  if (requireActor(caller).isConfirmed) return;
  const message = 'First confirm that it is you, with your passkey or password.';
  throw new ApiError('forbidden', message, [{ path: 'confirm', message }]);
}

/**
 * Returns the signed-in user. Throws `unauthorized` without one, and `forbidden` if the calling page was made for
 * another user: a page stays open while somebody else signs in, in another tab of the browser.
 */
export function requireActor({ actor, pageUser }: ActingCaller): Actor {
  if (!actor) throw new ApiError('unauthorized', 'You are not signed in, or your session has ended. Sign in again.');
  if (pageUser == null || pageUser === String(actor.userId)) return actor;
  throw new ApiError(
    'forbidden',
    'Somebody else is now signed in on this browser, so nothing was changed. ' +
      'Sign in as yourself again, or open the page anew to continue as them.',
  );
}
