import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { type ErrorBody, type ErrorCode, errorCodes, errorStatus, type FieldError } from '../../contract/errors.ts';
import { ApiError } from '../errors.ts';

// What PostgreSQL or the pool says when it cannot be asked just now, as against a query that is wrong.
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '08006',
  '08001',
]);

function causes(error: unknown): { code?: unknown; message?: unknown }[] {
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
    ({ code, message }) =>
      unavailableCodes.has(String(code)) ||
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout/.test(String(message)),
  );
}

/** `/slug` in a path, `/page` in a query → the input's name. */
function fieldErrors(error: FastifyError): FieldError[] {
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  return error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'is not valid',
  }));
}

interface Answer {
  code: ErrorCode;
  message: string;
  fields: FieldError[];
}

/** Every error as one of the closed family; what nobody expected becomes `internal` without detail. */
function answerFor(error: FastifyError): Answer {
  if (error instanceof ApiError) return { code: error.code, message: error.message, fields: error.fields };
  const fields = fieldErrors(error);
  if (fields.length > 0) return { code: 'bad_request', message: 'The request has fields that are not valid.', fields };
  if (isUnavailable(error))
    return {
      code: 'unavailable',
      message: 'The service cannot answer just now. Please try again shortly.',
      fields: [],
    };
  const code = errorCodes.find((name) => errorStatus[name] === error.statusCode);
  // Messages of the transport itself (too large, wrong type, broken address) are made for people.
  if (code && error.statusCode && error.statusCode < 500) return { code, message: error.message || code, fields: [] };
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return { code: 'bad_request', message: error.message, fields: [] };
  return { code: 'internal', message: 'Something went wrong on our side. The request id tells us what.', fields: [] };
}

/** The one place where errors become answers: status, JSON body, request id. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerFor(error);
  if (answer.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (answer.code === 'unavailable') {
    request.log.warn({ err: error }, 'unavailable');
    reply.header('retry-after', '5');
  }
  const body: ErrorBody = { error: { ...answer, requestId: request.id } };
  reply
    .status(errorStatus[answer.code])
    .header('cache-control', cachePolicies.never)
    .type('application/json; charset=utf-8')
    // The body is whole already; the route's own schema describes its success only.
    .serializer(JSON.stringify)
    .send(body);
}
