import type { Challenge } from '../contract/forms/submission-shapes.ts';
import type { ErrorCode, FieldError } from '../contract/http/errors.ts';

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
