import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { cachePolicies } from '../../contract/cache-policies.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { fileSize } from '../../contract/uploads.ts';
import { logUnexpected, toErrorAnswer } from '../error-answer.ts';
import { ApiError } from '../errors.ts';

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

/** Says what to do about a body that Fastify refused unread, so that no field can be named. */
function explainTooLarge(error: FastifyError, request: FastifyRequest): Error {
  if (error instanceof ApiError || error.statusCode !== 413) return error;
  const limit = fileSize(request.routeOptions.bodyLimit);
  return new ApiError('payload_too_large', `This is larger than ${limit}. Please shorten it and send it again.`);
}

/** The one place where errors become answers: status, request id, and a JSON body, or a page where `showFailure` is given. */
export function answerErrors(showFailure?: ShowFailure) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { error: answer, status, retryAfter } = toErrorAnswer(explainTooLarge(error, request));
    logUnexpected(request.log, answer, { err: error });
    if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
    reply.status(status).header('cache-control', cachePolicies.never);
    if (showFailure && isReadByPeople(request)) {
      try {
        return await showFailure(status, request, reply);
      } catch (broken) {
        request.log.error({ err: broken }, 'the error screen failed');
      }
    }
    const body: ErrorBody = { error: { ...answer, requestId: request.id } };
    return reply.type('application/json; charset=utf-8').send(body);
  };
}
