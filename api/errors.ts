import { formatCount } from '../contract/content/number-text.ts';
import type { Challenge } from '../contract/forms/submission-shapes.ts';
import type { ErrorCode, FieldError } from '../contract/http/errors.ts';
import { formatWait } from '../contract/http/wait-text.ts';

/** An error of the closed family. Handlers throw it, and `http/handle-errors.ts` sends the response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | null;
  /** A challenge whose solution lets the same request through. */
  readonly challenge: Challenge | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    fields: FieldError[] = [],
    retryAfter: number | null = null,
    challenge?: Challenge,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.challenge = challenge;
  }
}

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
