import { z } from 'zod';
import { challenge } from '../forms/submission-shapes.ts';

/** Every error code of the API and its HTTP status. The family is closed; an unexpected error is `internal`. */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** The body of every answer outside 200…299. `fields` names each invalid input, `requestId` finds the log line. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })),
    requestId: z.string(),
    challenge: z
      .optional(challenge)
      .describe('The same form is accepted when it is sent again with the solution to this challenge as `proof`'),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;
export type FieldError = ErrorBody['error']['fields'][number];
