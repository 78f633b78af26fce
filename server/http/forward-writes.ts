import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import type { ForwardWrite } from '../../api/http/forward.ts';
import { getNetwork } from '../../api/http/network-of.ts';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { ApiFailure } from '../../contract/client.ts';

/** Milliseconds until a backend has answered; an upload on a slow line takes as long as the transport allows. */
export const backendTimeout = 10_000;
const uploadTimeout = 600_000;

/** Writes that are handed on at once: each holds two sockets, and up to a mebibyte. */
const mostAtOnce = 64;
const mostOfNetwork = 8;

/** Answers of the API are small; more than this is none of them. */
const longestAnswer = 1024 * 1024;

/** Both halves of the XSRF pair of calls that this server makes itself. */
export const forwardingToken = randomUUID();

/** What the backend reads of a visitor's request; nothing of it names a page or holds a cookie. */
const passedHeaders = ['accept', 'content-type', 'content-length', 'user-agent', 'sec-gpc'];
const answeredHeaders = ['content-type', 'retry-after'];

/**
 * What a call of this server to another backend says of itself: it comes from this site, whose own guard has looked at the
 * visitor's request, and for whom. The backend believes the last where it trusts this server (TRUST_FORWARDERS).
 */
export function forwardedHeaders(visitor: string | undefined): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    cookie: `XSRF-TOKEN=${forwardingToken}`,
    ...(visitor ? { 'x-forwarded-for': visitor } : {}),
  };
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

/** Counts what is under way, of all and of each network; answers what ends it. */
function createGate(): (address: string) => () => void {
  const ofNetwork = new Map<string, number>();
  let all = 0;
  return (address) => {
    const network = getNetwork(address);
    const own = ofNetwork.get(network) ?? 0;
    if (own >= mostOfNetwork)
      throw new ApiError('too_many_requests', 'Your network sends a lot at once. Please try again shortly.', [], 5);
    if (all >= mostAtOnce) throw new ApiError('unavailable', 'A lot is sent just now. Please try again shortly.');
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
    if (length > longestAnswer) throw new Error('The answer of the backend is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a body and reads the answer, which may come before all of the body was sent. */
async function send(
  url: URL,
  headers: Record<string, string>,
  body: Buffer | IncomingMessage,
  signal: AbortSignal,
): Promise<Answered> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  // A connection of its own each: one that is kept may be closed by the backend while the body is on its way.
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
      // What is left of a refused body is dropped: a sender that is still sending does not see the answer.
      body.resume();
    }
    outgoing.destroy();
  }
}

/**
 * Hands what browsers write on to the backend at `baseUrl`, so that a form, its cookie and its page have one origin wherever
 * the backend is. Throws `too_many_requests` or `unavailable` where too much is under way, and `ApiFailure` where the backend
 * does not answer.
 */
export function forwardTo(baseUrl: string): ForwardWrite {
  const enter = createGate();

  return async (path, body, request: FastifyRequest, reply: FastifyReply) => {
    const leave = enter(request.ip);
    const signal = AbortSignal.timeout(Buffer.isBuffer(body) ? backendTimeout : uploadTimeout);
    try {
      const headers = {
        ...pick(request.headers, passedHeaders),
        ...forwardedHeaders(request.ip),
        'x-xsrf-token': forwardingToken,
        'x-request-id': request.id,
      };
      const answer = await send(new URL(baseUrl + path), headers, body, signal);
      return await reply
        .status(answer.status)
        .headers(pick(answer.headers, answeredHeaders))
        .header('cache-control', cachePolicies.never)
        .send(answer.body);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new ApiFailure(signal.aborted ? 'timeout' : 'network', `The backend did not answer: ${text}`);
    } finally {
      leave();
    }
  };
}
