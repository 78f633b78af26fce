import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

const cookieName = 'XSRF-TOKEN';

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** The origin that SITE_URL names; null where it is not set, and a request's host is the site's. */
export type SiteOrigin = string | null;

/** Names that lead to the machine they are looked up on, and never to another (RFC 6761, section 6.3). */
const loopback = /^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns whether a request comes from a page of this site: Sec-Fetch-Site, where the browser sends it, must say so, and
 * `Origin` must be the origin of SITE_URL, scheme and port included: a page under a stranger's name that leads to this
 * server is of the same origin to its browser. A page opened on the server's own machine under a loopback name is ours too.
 * Without SITE_URL the host and scheme of the request count, for which a proxy's word is taken where it is trusted
 * (TRUST_PROXY), and Sec-Fetch-Site decides alone where it is sent.
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

/** Sets the cookie of the pair; a script must be able to read it. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply, siteOrigin: SiteOrigin): void {
  if (readCookie(request, cookieName)) return;
  const isTls = siteOrigin?.startsWith('https:') || request.protocol === 'https';
  const token = randomBytes(24).toString('base64url');
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; SameSite=Strict${isTls ? '; Secure' : ''}`);
}

/** What stands before each write: refuses, 403, what another site's page made a browser send. */
export interface WriteGuards {
  /** By the origin alone. */
  guardOrigin(request: FastifyRequest): Promise<void>;
  /** By the origin and the XSRF pair (readings, "Client and storage"). */
  guardWrite(request: FastifyRequest): Promise<void>;
}

export function createGuards(siteOrigin: SiteOrigin): WriteGuards {
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
