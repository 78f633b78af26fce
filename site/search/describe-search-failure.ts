import { isApiFailure } from '../../contract/http/client.ts';

/** Describes a failed search for visitors: what happened and what they can do. */
export function describeSearchFailure(error: unknown): { what: string; remedy: string } {
  if (navigator.onLine === false)
    return { what: 'You are offline.', remedy: 'Search continues when the connection is back.' };
  if (!isApiFailure(error))
    return { what: 'Something went wrong on this page.', remedy: 'The search page still works.' };
  switch (error.kind) {
    case 'network':
      return { what: 'Search could not be reached.', remedy: 'Check your connection, then try again.' };
    case 'timeout':
      return { what: 'Search took too long.', remedy: 'Try again, or open the search page, which waits longer.' };
    case 'client':
      return { what: 'Search could not use these words.', remedy: 'Try fewer or other words.' };
    default:
      return {
        what: 'Search is not working right now.',
        remedy: 'We are sorry. Trying again in a minute usually helps.',
      };
  }
}
