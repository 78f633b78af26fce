import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

const cookieName = 'XSRF-TOKEN';

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/**
 * Whether a request comes from a page of this site: by Sec-Fetch-Site, else by Origin; without either, no. `host` is the
 * one a trusted proxy was asked for.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (!headers.origin || !host) return false;
  return URL.parse(headers.origin)?.host === host;
}

/** Sets the cookie of the pair; a script must be able to read it. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (readCookie(request, cookieName)) return;
  // A proxy's word for it counts where proxies are trusted (TRUST_PROXY).
  const isTls = request.protocol === 'https';
  const token = randomBytes(24).toString('base64url');
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; SameSite=Strict${isTls ? '; Secure' : ''}`);
}

/** Refuses, 403, what another site's page made a browser send. */
export async function guardOrigin(request: FastifyRequest): Promise<void> {
  if (!isSameOrigin(request)) refuse();
}

/** The same, and what comes without the XSRF pair (readings, "Client and storage"). */
export async function guardWrite(request: FastifyRequest): Promise<void> {
  const cookie = Buffer.from(readCookie(request, cookieName) ?? '');
  const header = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
  const isPair = cookie.length > 0 && cookie.length === header.length && timingSafeEqual(cookie, header);
  if (!isSameOrigin(request) || !isPair) refuse();
}

function refuse(): never {
  throw new ApiError('forbidden', 'This did not come from a page of this site. Reload the page and send it again.');
}
