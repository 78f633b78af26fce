import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { type ApiFailure, isApiFailure } from '../../contract/client.ts';
import { type ErrorBody, type ErrorCode, errorCodes, errorStatus, type FieldError } from '../../contract/errors.ts';
import { fileSize } from '../../contract/uploads.ts';
import { ApiError } from '../errors.ts';

// Codes by which PostgreSQL, the pool or a socket says that the database cannot do this now; a wrong statement has others
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
  // Class 53: disk full, out of memory, too many connections. 58030: the disk fails.
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '58030',
  // The database is read-only.
  '25006',
  // Deadlock, failed serialization, a lock that was not free in time.
  '40001',
  '40P01',
  '55P03',
]);

function causes(error: unknown): { code?: unknown; message?: unknown; syscall?: unknown }[] {
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
  return causes(error).some(
    ({ code, message, syscall }) =>
      unavailableCodes.has(String(code)) ||
      // A socket that is gone; any other missing file is a fault of ours.
      (code === 'ENOENT' && syscall === 'connect') ||
      /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after/.test(
        String(message),
      ),
  );
}

/** Unknown fields that an error names, and characters of each name: both are the sender's, and may be many. */
const mostUnknown = 10;
const unknownLength = 60;

function describeUnknown(keys: unknown[]): string {
  const named = keys.slice(0, mostUnknown).map((key) => String(key).slice(0, unknownLength).toWellFormed());
  const more = keys.length - named.length;
  return `Unknown fields: ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}`;
}

/** `/slug` in a path, `/page` in a query → the input's name. */
function fieldErrors(error: FastifyError): FieldError[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  return error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: Array.isArray(issue.params.keys) ? describeUnknown(issue.params.keys) : (issue.message ?? 'is not valid'),
  }));
}

/** What a call of our own to the API met, told to whoever asked us: no answer, or a gateway's excuse, is 503. */
function codeOfFailure({ kind, status }: ApiFailure): ErrorCode {
  const code = errorCodes.find((name) => errorStatus[name] === status);
  return code ?? (kind === 'client' ? 'internal' : 'unavailable');
}

type Answer = Omit<ErrorBody['error'], 'requestId'>;

const unavailable: Answer = {
  code: 'unavailable',
  message: 'The service cannot answer just now. Please try again shortly.',
  fields: [],
};

const internal: Answer = {
  code: 'internal',
  message: 'Something went wrong on our side. The request id tells us what.',
  fields: [],
};

/** Every error as one of the closed family; what nobody expected becomes `internal` without detail. */
function answerFor(error: FastifyError, request: FastifyRequest): Answer {
  if (error instanceof ApiError) {
    const { code, message, fields, challenge } = error;
    return { code, message, fields, ...(challenge ? { challenge } : {}) };
  }
  if (isApiFailure(error)) {
    const code = codeOfFailure(error);
    if (code === 'internal') return internal;
    return code === 'unavailable' ? unavailable : { code, message: error.message, fields: error.fields };
  }
  const fields = fieldErrors(error);
  if (fields.length > 0) return { code: 'bad_request', message: 'The request has fields that are not valid.', fields };
  if (isUnavailable(error)) return unavailable;
  const code = errorCodes.find((name) => errorStatus[name] === error.statusCode);
  if (code === 'payload_too_large') {
    // The body was not read, so no field can be named.
    const limit = fileSize(request.routeOptions.bodyLimit);
    return { code, message: `This is larger than ${limit}. Please shorten it and send it again.`, fields: [] };
  }
  // Messages of the transport itself (wrong type, broken address) are made for people.
  if (code && error.statusCode && error.statusCode < 500) return { code, message: error.message || code, fields: [] };
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return { code: 'bad_request', message: error.message, fields: [] };
  return internal;
}

/** Shows a failure to people, as a page with this status or the one that people understand it by. */
export type ShowFailure = (status: number, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * What is read outside `/api/` is read by people, and so is the answer to a form that a browser sends there; the API's
 * reference is a page among the API's addresses.
 */
export function isReadByPeople({ method, url, headers }: FastifyRequest): boolean {
  const isForm = method === 'POST' && /\btext\/html\b/.test(headers.accept ?? '');
  return (isForm || /^(?:GET|HEAD)$/.test(method)) && !/^\/api(?!\/docs(?:\?|$))(?:[/?]|$)/.test(url);
}

/** The one place where errors become answers: status, request id, and a JSON body, or a page where `showFailure` is given. */
export function answerErrors(showFailure?: ShowFailure) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = answerFor(error, request);
    if (answer.code === 'internal') request.log.error({ err: error }, 'unexpected error');
    else if (answer.code === 'unavailable') {
      request.log.warn({ err: error }, 'unavailable');
      reply.header('retry-after', '5');
    }
    const status = errorStatus[answer.code];
    const wait = error instanceof ApiError || isApiFailure(error) ? error.retryAfter : null;
    if (wait !== null) reply.header('retry-after', String(wait));
    reply.status(status).header('cache-control', cachePolicies.never);
    if (showFailure && isReadByPeople(request)) {
      try {
        return await showFailure(status, request, reply);
      } catch (broken) {
        request.log.error({ err: broken }, 'the error screen failed');
      }
    }
    const body: ErrorBody = { error: { ...answer, requestId: request.id } };
    return (
      reply
        .type('application/json; charset=utf-8')
        // The body is whole already; the route's own schema describes its success only.
        .serializer(JSON.stringify)
        .send(body)
    );
  };
}
