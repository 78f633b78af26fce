import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageUserHeader } from '../../contract/studio/paths.ts';
import type { ApiContext, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { RateLimiters } from '../limit-rates.ts';
import { findSession, findTokenActor, requireActor } from '../people/index.ts';
import { loopback, readCookie } from './guard-writes.ts';

/** Returns the caller of a visitor's request. Global Privacy Control is `Sec-GPC: 1` (W3C draft, section 3.3). */
export function getCaller({ headers, ip }: FastifyRequest): Caller {
  return {
    address: ip,
    userAgent: headers['user-agent'] ?? '',
    refusesTracking: headers['sec-gpc'] === '1',
    actor: null,
  };
}

/** The longest life of a session in seconds, also in the database (`sessions/start.ts`). */
const maxAge = 24 * 60 * 60;

function isSecure(ctx: Pick<ApiContext, 'siteOrigin'>, request: FastifyRequest): boolean {
  return ctx.siteOrigin?.startsWith('https:') || request.protocol === 'https';
}

/** `__Host-` ties a cookie to this host and to HTTPS (RFC 6265bis, section 4.1.3.2); plain HTTP needs another name. */
function getCookieName(secure: boolean): string {
  return secure ? '__Host-studio' : 'studio';
}

/**
 * Throws `forbidden` where a session's cookie would travel unencrypted: over plain HTTP to another machine. Call before
 * somebody signs in.
 */
export function checkIsEncrypted(ctx: Pick<ApiContext, 'siteOrigin'>, request: FastifyRequest): void {
  if (isSecure(ctx, request) || loopback.test(request.hostname)) return;
  throw new ApiError('forbidden', 'The Studio needs HTTPS here. Ask an operator to set SITE_URL to the https address.');
}

/** Returns whether a browser sends the cookie of a session, which may have ended. */
export function hasSessionCookie(ctx: Pick<ApiContext, 'siteOrigin'>, request: FastifyRequest): boolean {
  return Boolean(readCookie(request, getCookieName(isSecure(ctx, request))));
}

/** Returns whether a request has the cookie of a session that has not ended. */
export async function hasLiveSession(ctx: ApiContext, request: FastifyRequest): Promise<boolean> {
  const token = readCookie(request, getCookieName(isSecure(ctx, request)));
  return token !== undefined && (await findSession(ctx, token)) !== null;
}

/** Returns the caller of a request to the Studio, with the user of its session. */
export async function getStudioCaller(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const secure = isSecure(ctx, request);
  const name = getCookieName(secure);
  const openIdName = `${name}-openid`;
  const end = secure ? '; Secure' : '';
  const token = readCookie(request, name);
  return {
    ...getCaller(request),
    actor: token ? await findSession(ctx, token) : null,
    pageUser: request.headers[pageUserHeader]?.toString() ?? null,
    setSessionToken: (value) => {
      const life = value === null ? 'Max-Age=0' : `Max-Age=${maxAge}`;
      const flags = `Path=/; HttpOnly; SameSite=Lax; ${life}${end}`;
      reply.header('set-cookie', `${name}=${value ?? ''}; ${flags}`);
    },
    openIdState: readCookie(request, openIdName),
    setOpenIdState: (value) => {
      const life = value === null ? 'Max-Age=0' : 'Max-Age=600';
      reply.header('set-cookie', `${openIdName}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; ${life}${end}`);
    },
  };
}

/** A token of the Studio (RFC 6750). A proxy before the server may use the same header for tokens of its own. */
const bearer = /^Bearer +(studio_.*)$/i;

/**
 * Returns whether a request names a token of the Studio. No page of another site can make a browser send one, so such a
 * request needs no proof of its origin.
 */
export const hasBearerToken = ({ headers }: FastifyRequest): boolean => bearer.test(headers.authorization ?? '');

interface OperationContext {
  ctx: ApiContext;
  /** Counts the refused tokens. */
  limits: RateLimiters;
}

/**
 * Returns the caller of an operation of the Studio: the program whose token the request names, or the user of its
 * session. Beside a token no cookie counts, so that the call can do what the token may do and no more.
 */
export async function getOperationCaller(
  { ctx, limits }: OperationContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  if (!hasBearerToken(request)) return getStudioCaller(ctx, request, reply);
  const [, secret = ''] = bearer.exec(request.headers.authorization ?? '') ?? [];
  const actor = await findTokenActor(ctx, secret);
  const caller = { ...getCaller(request), actor };
  if (actor) return caller;
  await limits('wrongToken', caller);
  reply.header('www-authenticate', 'Bearer error="invalid_token"');
  throw new ApiError('unauthorized', 'This token is not valid: it is unknown, expired or revoked, or its maker left.');
}

/** Creates the guard of endpoints for users, which refuses requests without a session and pages of another user. */
export function createSessionGuard(options: OperationContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireActor(await getOperationCaller(options, request, reply));
  };
}
