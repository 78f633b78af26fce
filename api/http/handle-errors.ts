import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { formatFileSize } from '../../contract/forms/uploads.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { type ApiFailure, isApiFailure } from '../../contract/http/client.ts';
import { type ErrorBody, type ErrorCode, errorCodes, errorStatus } from '../../contract/http/errors.ts';
import { ApiError } from '../errors.ts';

// Codes by which PostgreSQL, the pool or a socket reports temporary failures; faulty statements have other codes
// (PostgreSQL manual, appendix A).
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Class 08: the connection; class 57: stopped, restarting, cancelled by a time limit.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '57014',
  // Class 53: disk full, out of memory, too many connections. 58030: I/O error.
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '58030',
  // The database is read-only.
  '25006',
  // Deadlock, failed serialization, lock time-out.
  '40001',
  '40P01',
  '55P03',
]);

/** PostgreSQL's codes for a NUL character, which it cannot store: in a text, and in JSON. */
const nulCharacterCodes = new Set(['22021', '22P05']);

function listCauses(error: unknown): { code?: unknown; message?: unknown; syscall?: unknown }[] {
  const chain = [];
  for (
    let cause = error;
    cause && typeof cause === 'object' && chain.length < 5;
    cause = (cause as { cause?: unknown }).cause
  )
    chain.push(cause);
  return chain;
}

function isUnavailable(error: unknown): boolean {
  return listCauses(error).some(
    ({ code, message, syscall }) =>
      unavailableCodes.has(String(code)) ||
      // A missing socket file; any other missing file is a programming error.
      (code === 'ENOENT' && syscall === 'connect') ||
      /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after/.test(
        String(message),
      ),
  );
}

/** Returns the code for a failed call to another server's API: `unavailable` without an answer of that API. */
function getFailureCode({ kind, status }: ApiFailure): ErrorCode {
  const code = errorCodes.find((name) => errorStatus[name] === status);
  return code ?? (kind === 'client' ? 'internal' : 'unavailable');
}

/** The body of an error without its request id, and the seconds after which to try again. */
export interface ErrorResponse {
  error: Omit<ErrorBody['error'], 'requestId'>;
  status: number;
  retryAfter: number | null;
}

const unavailable: ErrorResponse['error'] = {
  code: 'unavailable',
  message: 'The service is unavailable right now. Please try again shortly.',
  fields: [],
};

const internal: ErrorResponse['error'] = {
  code: 'internal',
  message: 'Something went wrong on our side. If you write to us, please quote the request id.',
  fields: [],
};

function createErrorBody(error: unknown): ErrorResponse['error'] {
  if (error instanceof ApiError) {
    const { code, message, fields, challenge } = error;
    return { code, message, fields, ...(challenge ? { challenge } : {}) };
  }
  if (isApiFailure(error)) {
    const code = getFailureCode(error);
    if (code === 'internal') return internal;
    return code === 'unavailable' ? unavailable : { code, message: error.message, fields: error.fields };
  }
  if (isUnavailable(error)) return unavailable;
  if (listCauses(error).some(({ code }) => nulCharacterCodes.has(String(code))))
    return { code: 'bad_request', message: 'The request contains a NUL character. Remove it.', fields: [] };
  // Fastify's own errors (too large, wrong type, broken address) have a status and a readable message.
  const { statusCode: status = 500, message = '' } = error as { statusCode?: number; message?: string };
  if (status < 400 || status >= 500) return internal;
  const code = errorCodes.find((name) => errorStatus[name] === status) ?? 'bad_request';
  return { code, message: message || code, fields: [] };
}

/** Converts any error to a response of the closed family. Unexpected errors become `internal` without detail. */
export function toErrorResponse(error: unknown): ErrorResponse {
  const body = createErrorBody(error);
  const given = error instanceof ApiError || isApiFailure(error) ? error.retryAfter : null;
  const retryAfter = given ?? (body.code === 'unavailable' ? 5 : null);
  return { error: body, status: errorStatus[body.code], retryAfter };
}

/** Logs errors that an operator should know: unexpected errors, and temporary failures. */
export function logServerError(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  { code }: ErrorResponse['error'],
  details: { err: unknown; reqId?: string },
): void {
  if (code === 'internal') log.error(details, 'unexpected error');
  else if (code === 'unavailable') log.warn(details, 'unavailable');
}

/** Renders a failure as a page, with this status or a status that suits the page. */
export type ShowFailure = (status: number, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Returns whether an error should be a page: outside `/api/`, for a form that a browser posts, and for the API's
 * reference.
 */
export function isPageExpected({ method, url, headers }: FastifyRequest): boolean {
  const isForm = method === 'POST' && /\btext\/html\b/.test(headers.accept ?? '');
  return (isForm || /^(?:GET|HEAD)$/.test(method)) && !/^\/api(?!\/docs(?:\?|$))(?:[/?]|$)/.test(url);
}

/** Explains a body that Fastify refused before any field was read. */
function explainTooLarge(error: FastifyError, request: FastifyRequest): Error {
  if (error instanceof ApiError || error.statusCode !== 413) return error;
  const limit = formatFileSize(request.routeOptions.bodyLimit);
  return new ApiError('payload_too_large', `This is larger than ${limit}. Please shorten it and send it again.`);
}

/**
 * Creates the error handler of Fastify: status, request id, and a JSON body, or a page where `showFailure` is given.
 */
export function createErrorHandler(showFailure?: ShowFailure) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { error: answer, status, retryAfter } = toErrorResponse(explainTooLarge(error, request));
    logServerError(request.log, answer, { err: error });
    if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
    reply.status(status).header('cache-control', cachePolicies.never);
    if (showFailure && isPageExpected(request)) {
      try {
        return await showFailure(status, request, reply);
      } catch (broken) {
        request.log.error({ err: broken }, 'the error page failed');
      }
    }
    const body: ErrorBody = { error: { ...answer, requestId: request.id } };
    return reply.type('application/json; charset=utf-8').send(body);
  };
}
