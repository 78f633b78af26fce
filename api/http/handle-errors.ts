import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { formatFileSize } from '../../contract/forms/uploads.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { ErrorBody } from '../../contract/http/errors.ts';
import { ApiError } from '../errors.ts';
import { logServerError, toErrorResponse } from './error-response.ts';

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
