import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import { ApiFailure } from '../../contract/http/client.ts';
import { backendTimeout, getForwardedHeaders, pickHeaders } from '../http/forward-writes.ts';

/** Connections to the backend at the same time. Further pictures wait, within the time limit of an answer. */
const maxSockets = 128;
/** Milliseconds in which a picture is sent, also to a slow visitor. */
const sendTimeout = 120_000;

/** Headers of a visitor's request that the backend receives: those that choose or spare a response. */
const requestHeaders = ['accept-encoding', 'if-modified-since', 'if-none-match', 'if-range', 'range', 'user-agent'];
/** Headers of the backend's response that the visitor receives. */
const responseHeaders = [
  ...['accept-ranges', 'cache-control', 'content-encoding', 'content-length', 'content-range', 'content-type'],
  ...['content-security-policy', 'etag', 'last-modified', 'location', 'retry-after', 'vary'],
];

/** Throws the failure of a response that is no picture. The site shows its own error page for it. */
function checkStatus({ statusCode: status = 502 }: IncomingMessage): void {
  if (status < 400 || status === 416) return;
  if (status === 404 || status === 410) throw new ApiError('not_found', 'There is no such picture.');
  throw new ApiFailure(status >= 500 ? 'server' : 'client', `The backend answered ${status} for a picture`, {
    status,
    requestId: null,
  });
}

/**
 * Serves the editors' pictures, covers and social images of the backend at `baseUrl`, which alone has their files. They
 * are streamed, so that no picture is held in memory.
 */
export function streamPictures(app: FastifyInstance, baseUrl: string): void {
  const isSecure = baseUrl.startsWith('https:');
  const agent = isSecure ? new SecureAgent({ maxSockets }) : new Agent({ maxSockets });
  const start = isSecure ? requestHttps : requestHttp;
  app.addHook('onClose', async () => agent.destroy());

  async function request(url: URL, { method, headers, ip }: FastifyRequest, leaving: AbortSignal) {
    const outgoing = start(url, {
      method,
      agent,
      headers: { ...pickHeaders(headers, requestHeaders), ...getForwardedHeaders(ip) },
      signal: AbortSignal.any([leaving, AbortSignal.timeout(sendTimeout)]),
    });
    return new Promise<IncomingMessage>((resolve, reject) => {
      const late = setTimeout(() => outgoing.destroy(new Error('it took too long')), backendTimeout);
      outgoing.once('response', (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      outgoing.on('error', (error) => {
        clearTimeout(late);
        reject(new ApiFailure('network', `The backend did not answer: ${error.message}`));
      });
      outgoing.end();
    });
  }

  async function stream(visitor: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = new URL(baseUrl + visitor.url);
    // Dot segments would lead to another part of the backend.
    if (!/^\/(?:media|drawings\/cover|social-images)\/./.test(url.pathname) && url.pathname !== '/social-image.png')
      throw new ApiError('not_found', 'There is no such picture.');
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const answer = await request(url, visitor, leaving.signal);
    try {
      checkStatus(answer);
    } catch (error) {
      answer.destroy();
      throw error;
    }
    return reply
      .status(answer.statusCode ?? 502)
      .headers(pickHeaders(answer.headers, responseHeaders))
      .send(answer);
  }

  for (const path of ['/media/*', '/drawings/cover/*', '/social-images/*', '/social-image.png'])
    app.get(path, { schema: { hide: true } }, stream);
}
