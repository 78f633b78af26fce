import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import type { ForwardWrite } from '../../api/http/guard-writes.ts';
import { getNetwork } from '../../api/limit-rates.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { ApiFailure } from '../../contract/http/client.ts';

/** Milliseconds in which a backend must answer. An upload has more time, because a slow line needs it. */
export const backendTimeout = 10_000;
const uploadTimeout = 600_000;

/** Limits of concurrent forwarded writes: each holds two sockets and up to 1 MiB. */
const maxWrites = 64;
const maxWritesPerNetwork = 8;

/** The API's responses are small, so a longer one is an error. */
const maxResponseBytes = 1024 * 1024;

/** The value of cookie and header for the backend's XSRF check, in calls that this server makes. */
export const forwardingToken = randomUUID();

/** Headers of a visitor's request that the backend receives. None of them names a page or holds a cookie. */
const requestHeaders = ['accept', 'content-type', 'content-length', 'user-agent', 'sec-gpc'];
/** Headers of the backend's response that the visitor receives. */
const responseHeaders = ['content-type', 'retry-after'];

/**
 * Returns the headers of a call from this server to another backend. They mark the call as same-origin, because this
 * site has checked the visitor's request already. The backend believes the visitor's address if it trusts this server
 * (TRUST_FORWARDERS).
 */
export function getForwardedHeaders(visitor: string | undefined): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    cookie: `XSRF-TOKEN=${forwardingToken}`,
    ...(visitor ? { 'x-forwarded-for': visitor } : {}),
  };
}

/** Returns those headers that have one of these names. */
export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

/**
 * Creates a function that counts a forwarded write, in total and for its network. It returns the function that ends the
 * count.
 */
function createWriteLimit(): (address: string) => () => void {
  const ofNetwork = new Map<string, number>();
  let all = 0;
  return (address) => {
    const network = getNetwork(address);
    const own = ofNetwork.get(network) ?? 0;
    if (own >= maxWritesPerNetwork)
      throw new ApiError(
        'too_many_requests',
        'Your network is sending too much at once. Please try again shortly.',
        [],
        5,
      );
    if (all >= maxWrites) throw new ApiError('unavailable', 'We are busy. Please try again shortly.');
    all += 1;
    ofNetwork.set(network, own + 1);
    return () => {
      all -= 1;
      const left = (ofNetwork.get(network) ?? 1) - 1;
      if (left > 0) ofNetwork.set(network, left);
      else ofNetwork.delete(network);
    };
  };
}

async function collect(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxResponseBytes) throw new Error('The response of the backend is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

interface BackendResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a body and reads the response, which can arrive before the whole body was sent. */
async function send(
  url: URL,
  headers: Record<string, string>,
  body: Buffer | IncomingMessage,
  signal: AbortSignal,
): Promise<BackendResponse> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Each request has its own connection: the backend could close a kept-alive one while the body is being sent.
  const outgoing = start(url, { method: 'POST', headers, agent: false, signal });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).on('error', reject);
      if (Buffer.isBuffer(body)) return void outgoing.end(body);
      body.once('error', reject).once('close', () => !body.complete && reject(new Error('The body broke off')));
      body.pipe(outgoing);
    });
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await collect(answer) };
  } finally {
    if (!Buffer.isBuffer(body)) {
      body.unpipe(outgoing);
      // The rest of a refused body is read and dropped, because a client that is still sending does not read the
      // response.
      body.resume();
    }
    outgoing.destroy();
  }
}

/**
 * Creates the function that forwards visitors' writes to the backend at `baseUrl`. Form, cookie and page then have one
 * origin, wherever the backend is. The function throws `too_many_requests` or `unavailable` over its limits, and
 * `ApiFailure` if the backend does not answer.
 */
export function createWriteForwarder(baseUrl: string): ForwardWrite {
  const startWrite = createWriteLimit();

  return async (path, body, request: FastifyRequest, reply: FastifyReply) => {
    const endWrite = startWrite(request.ip);
    const signal = AbortSignal.timeout(Buffer.isBuffer(body) ? backendTimeout : uploadTimeout);
    try {
      const headers = {
        ...pickHeaders(request.headers, requestHeaders),
        ...getForwardedHeaders(request.ip),
        'x-xsrf-token': forwardingToken,
        'x-request-id': request.id,
      };
      const answer = await send(new URL(baseUrl + path), headers, body, signal);
      return await reply
        .status(answer.status)
        .headers(pickHeaders(answer.headers, responseHeaders))
        .header('cache-control', cachePolicies.never)
        .send(answer.body);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new ApiFailure(signal.aborted ? 'timeout' : 'network', `The backend did not answer: ${text}`);
    } finally {
      endWrite();
    }
  };
}
