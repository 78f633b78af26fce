import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/http/endpoints.ts';
import { ApiError } from '../errors.ts';

const cookieName = 'XSRF-TOKEN';

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** The origin of SITE_URL; null where SITE_URL is not set and the request's host counts. */
export type SiteOrigin = string | null;

/** Names that always resolve to the local machine (RFC 6761, section 6.3). */
export const loopback = /^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns whether a request comes from a page of this site. `Sec-Fetch-Site`, where sent, must say so, and `Origin`
 * must equal the origin of SITE_URL with scheme and port. The check defeats foreign names that point to this server. A
 * page opened under a loopback name on the server's own machine is accepted. Without SITE_URL, `Sec-Fetch-Site` alone
 * decides where it is sent; otherwise the request's host and scheme count (those of a proxy only with TRUST_PROXY).
 */
export function isSameOrigin({ headers, host, protocol }: FastifyRequest, siteOrigin: SiteOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site !== undefined;
  if (site && siteOrigin === null) return true;
  const asked = URL.parse(`${protocol}://${host}`);
  const isAsked = asked !== null && asked.origin === origin;
  if (siteOrigin === null) return isAsked;
  return origin === URL.parse(siteOrigin)?.origin || (isAsked && site !== undefined && loopback.test(asked.hostname));
}

/** Sets the XSRF cookie, which scripts must be able to read. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply, siteOrigin: SiteOrigin): void {
  if (readCookie(request, cookieName)) return;
  const isTls = siteOrigin?.startsWith('https:') || request.protocol === 'https';
  const token = randomBytes(24).toString('base64url');
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; SameSite=Strict${isTls ? '; Secure' : ''}`);
}

/** Checks before each write. They refuse requests with 403 that a page of another site made a browser send. */
export interface WriteGuards {
  /** Checks the origin alone. */
  guardOrigin(request: FastifyRequest): Promise<void>;
  /** Checks the origin and the XSRF pair (readings, "Client and storage"). */
  guardWrite(request: FastifyRequest): Promise<void>;
}

export function createWriteGuards(siteOrigin: SiteOrigin): WriteGuards {
  async function guardOrigin(request: FastifyRequest): Promise<void> {
    if (!isSameOrigin(request, siteOrigin)) refuse();
  }
  return {
    guardOrigin,
    guardWrite: async (request) => {
      const cookie = Buffer.from(readCookie(request, cookieName) ?? '');
      const header = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
      const isPair = cookie.length > 0 && cookie.length === header.length && timingSafeEqual(cookie, header);
      if (!isPair) refuse();
      await guardOrigin(request);
    },
  };
}

function refuse(): never {
  throw new ApiError('forbidden', 'This did not come from a page of this site. Reload the page and send it again.');
}

/** Forwards a write to another backend: a body as received, or an upload as a stream. */
export type ForwardWrite = (
  path: string,
  body: Buffer | IncomingMessage,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Accepts all bodies of a scope unparsed, because the backend parses and validates them. */
export function acceptRawBody(scope: FastifyInstance, { upload }: Pick<Endpoint, 'upload'>): void {
  scope.removeAllContentTypeParsers();
  if (upload) scope.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));
  else
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
