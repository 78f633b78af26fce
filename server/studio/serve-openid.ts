import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallEndpoint } from '../../api/call-endpoint.ts';
import type { ApiContext } from '../../api/context.ts';
import { logServerError, toErrorResponse } from '../../api/error-response.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/bind.ts';
import { checkIsEncrypted, getStudioCaller } from '../../api/http/studio-session.ts';
import { callbackPath } from '../../api/identities/begin.ts';
import { findEndpoint } from '../../api/in-process-client.ts';
import { cachePolicies } from '../../contract/cache-policies.ts';

export interface OpenIdRoutesOptions {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
}

/**
 * Serves the two addresses of a sign-in by OpenID Connect: the one that leads to the provider, a link that works
 * without JavaScript, and the one to which the provider sends the browser back. A failure leads to a screen that shows
 * it.
 */
export function serveOpenId(app: FastifyInstance, { ctx, callEndpoint }: OpenIdRoutesOptions): void {
  /** Calls an operation and redirects to the address that it returns. */
  async function redirect(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    input: object,
  ): Promise<FastifyReply> {
    // Before the rate limit: pictures of another site, with this address, must not use up the limit of their visitor.
    const destination = request.headers['sec-fetch-dest'];
    if (!ctx.openId || (destination && destination !== 'document'))
      throw new ApiError('not_found', 'There is no page at this address.');
    reply.header('cache-control', cachePolicies.never).header('referrer-policy', 'no-referrer');
    const caller = await getStudioCaller(ctx, request, reply);
    try {
      checkIsEncrypted(ctx, request);
      const { address, target } = (await callEndpoint(findEndpoint(id), input, caller)) as Record<string, string>;
      return reply.redirect(address ?? target ?? '/studio', 302);
    } catch (cause) {
      const { error } = toErrorResponse(cause);
      logServerError(request.log, error, { err: cause, reqId: request.id });
      const problem = error.fields[0]?.path ?? error.code;
      return reply.redirect(`/studio/${caller.actor ? 'me' : 'sign-in'}?problem=${problem}`, 302);
    }
  }

  app.get('/studio/sign-in/openid', { schema: { hide: true } }, (request, reply) => {
    const { to, purpose } = request.query as { to?: unknown; purpose?: unknown };
    return redirect(request, reply, 'beginOpenId', {
      purpose: purpose === 'CONFIRM' ? 'CONFIRM' : 'SIGN_IN',
      target: typeof to === 'string' ? to : '/studio',
    });
  });
  app.get(callbackPath, { schema: { hide: true } }, (request, reply) =>
    redirect(request, reply, 'finishOpenId', { query: request.url.split('?').slice(1).join('?') }),
  );
  for (const path of ['/studio/sign-in/openid', callbackPath]) refuseOtherMethods(app, path, ['GET']);
}
