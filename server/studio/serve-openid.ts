import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext, Caller } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { logServerError, toErrorResponse } from '../../api/http/handle-errors.ts';
import { findEndpoint } from '../../api/http/in-process-client.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { checkIsEncrypted, getStudioCaller } from '../../api/http/studio-session.ts';
import { callbackPath, requireOwnState } from '../../api/people/identities/openid.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';

export interface OpenIdRoutesOptions {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
}

const createNotFoundError = () => new ApiError('not_found', 'There is no page at this address.');

/** Returns whether another site made the browser send a request. An old browser does not say. */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());
}

/**
 * Serves the two addresses of a sign-in by OpenID Connect: the one that leads to the provider, a link that works
 * without JavaScript, and the one to which the provider sends the browser back. A failure leads to a screen that shows
 * it. Other sites can open both addresses, but use up none of the attempts of their visitor's network.
 */
export function serveOpenId(app: FastifyInstance, { ctx, callEndpoint }: OpenIdRoutesOptions): void {
  /** Calls an operation and redirects to the address that it returns. `check` runs before the attempt is counted. */
  async function redirect(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    input: object,
    check: (caller: Caller) => void = () => undefined,
  ): Promise<FastifyReply> {
    // Refuses this address as a picture or a frame, by which other sites could use up attempts.
    const destination = request.headers['sec-fetch-dest'];
    if (!ctx.openId || (destination && destination !== 'document')) throw createNotFoundError();
    reply.header('cache-control', cachePolicies.never).header('referrer-policy', 'no-referrer');
    const caller = await getStudioCaller(ctx, request, reply);
    try {
      checkIsEncrypted(ctx, request);
      check(caller);
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
    const target = typeof to === 'string' ? to : '/studio';
    // A link on another site leads to the screen with this address, where the person decides.
    if (ctx.openId && isFromOtherSite(request))
      return reply.redirect(`/studio/sign-in?${new URLSearchParams({ to: target })}`, 302);
    return redirect(request, reply, 'beginOpenId', {
      purpose: purpose === 'CONFIRM' ? 'CONFIRM' : 'SIGN_IN',
      target,
    });
  });
  app.get(callbackPath, { schema: { hide: true } }, (request, reply) => {
    const query = request.url.split('?').slice(1).join('?');
    return redirect(request, reply, 'finishOpenId', { query }, (caller) =>
      requireOwnState(new URLSearchParams(query), caller),
    );
  });
  for (const path of ['/studio/sign-in/openid', callbackPath]) refuseOtherMethods(app, path, ['GET']);
}
