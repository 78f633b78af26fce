import { isApiFailure } from '../../contract/client.ts';

/** Describes a failed search for visitors: what happened and what they can do. */
export function describeSearchFailure(error: unknown): { what: string; remedy: string } {
  if (navigator.onLine === false)
    return { what: 'You are offline.', remedy: 'The search goes on by itself when the connection is back.' };
  if (!isApiFailure(error)) return { what: 'Something broke in this page.', remedy: 'The search page still works.' };
  switch (error.kind) {
    case 'network':
      return { what: 'The search could not be reached.', remedy: 'Check your connection, then try again.' };
    case 'timeout':
      return { what: 'The answer took too long.', remedy: 'Try again, or open the search page, which waits longer.' };
    case 'client':
      return { what: 'The search did not take these words.', remedy: 'Try other words, or fewer.' };
    default:
      return { what: 'The search broke on our side.', remedy: 'We are sorry. Trying again in a minute usually helps.' };
  }
}
