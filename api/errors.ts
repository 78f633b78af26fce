import type { ErrorCode, FieldError } from '../contract/errors.ts';
import type { Challenge } from '../contract/submission-shapes.ts';

/** A refusal with a code of the closed family; thrown by verbs, answered by `http/answer-errors.ts`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  /** Seconds after which the same may be asked again. */
  readonly retryAfter: number | null;
  /** Work that lets the same through at once. */
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
