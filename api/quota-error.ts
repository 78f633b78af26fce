import { formatCount } from '../contract/content/number-text.ts';
import { formatWait } from '../contract/http/wait-text.ts';
import { ApiError } from './errors.ts';

/**
 * Creates the error for a user who has stored too many bytes, with the seconds to wait.
 *
 * @param what what the user stored: `saves of the last 24 hours`
 */
export function createQuotaError(what: string, seconds: number): ApiError {
  const wait = seconds > 7_200 ? formatCount(Math.ceil(seconds / 3_600), 'hour') : formatWait(seconds);
  const message = `Your ${what} take up too much space. Please try again in ${wait}.`;
  return new ApiError('too_many_requests', message, [], seconds);
}
