import { lookup as lookUp } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A request to an address that a user of the Studio or a text names. */
export interface OutsideRequest {
  url: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The schemes that are allowed; https alone if absent. Loopback may always be asked over http, where allowed. */
  schemes?: readonly ('http' | 'https')[];
  /** Milliseconds until the whole answer must be there. */
  timeout: number;
  /** Bytes of the answer's body that are read; the connection is closed after them. */
  maxBytes: number;
  /** Breaks the request off. */
  signal?: AbortSignal;
}

/** The answer of an outside server. Redirects are answers: nothing follows them. */
export interface OutsideAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body was longer than `maxBytes`. */
  isCut: boolean;
}

/** Why no answer came. */
export type OutsideFailure =
  | 'INVALID_ADDRESS'
  | 'PRIVATE_ADDRESS'
  | 'UNKNOWN_HOST'
  | 'TIMED_OUT'
  | 'REFUSED'
  | 'INVALID_CERTIFICATE'
  | 'BROKEN_OFF';

const messages: Record<OutsideFailure, string> = {
  INVALID_ADDRESS: 'The address cannot be requested.',
  PRIVATE_ADDRESS: 'The address leads into a private network or to this machine, which is never requested.',
  UNKNOWN_HOST: 'The name of the server is not known.',
  TIMED_OUT: 'No answer came in time.',
  REFUSED: 'The server does not accept connections.',
  INVALID_CERTIFICATE: 'The certificate of the server is not valid.',
  BROKEN_OFF: 'The connection broke off.',
};

/** No answer came; `failure` says why, and the message says it in words that users may read. */
export class OutsideRequestError extends Error {
  override readonly name = 'OutsideRequestError';
  readonly failure: OutsideFailure;

  constructor(failure: OutsideFailure, options?: ErrorOptions) {
    super(messages[failure], options);
    this.failure = failure;
  }
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns the kind of an address: public, of this machine, or private, which covers all special-use addresses (the
 * registries of RFC 6890). An IPv4 address that an IPv6 address carries (mapped, or NAT64 with the well-known prefix)
 * counts as itself. IPv6 addresses outside 2000::/3 are not assigned.
 */
export function classifyAddress(text: string): 'PUBLIC' | 'LOOPBACK' | 'PRIVATE' {
  if (!ipaddr.isValid(text)) return 'PRIVATE';
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === 'loopback') return 'LOOPBACK';
  if (address instanceof ipaddr.IPv4) return range === 'unicast' ? 'PUBLIC' : 'PRIVATE';
  if (address.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96')))
    return classifyAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString()) === 'PUBLIC'
      ? 'PUBLIC'
      : 'PRIVATE';
  return range === 'unicast' && address.match(globalUnicast) ? 'PUBLIC' : 'PRIVATE';
}

export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

export interface OutsideOptions {
  /** Whether this machine may be requested: for tests and development. */
  allowsLoopback?: boolean;
  resolveHost?: ResolveHost;
}

export interface RequestOutside {
  (request: OutsideRequest): Promise<OutsideAnswer>;
  /** Returns whether an address can be requested over https, as far as it shows before its name is resolved. */
  accepts(address: string): boolean;
}

function describeFailure(error: unknown, signal: AbortSignal): OutsideRequestError {
  if (error instanceof OutsideRequestError) return error;
  if (signal.aborted) return new OutsideRequestError('TIMED_OUT', { cause: error });
  const code = String((error as NodeJS.ErrnoException).code);
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return new OutsideRequestError('UNKNOWN_HOST', { cause: error });
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO/.test(code))
    return new OutsideRequestError('INVALID_CERTIFICATE', { cause: error });
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code))
    return new OutsideRequestError('REFUSED', { cause: error });
  return new OutsideRequestError('BROKEN_OFF', { cause: error });
}

/** Returns a web address; null for any other text, and for an address with a password. */
function parseUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}

const getScheme = ({ protocol }: URL) => (protocol === 'https:' ? 'https' : 'http');

/** Returns the host of an address. The URL parser has turned every form of an IPv4 address into four numbers. */
const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns whether a name always resolves to this machine (RFC 6761, section 6.3). */
const isLocalName = (host: string): boolean => /^(?:.+\.)?localhost\.?$/.test(host);

/** Reads at most a number of bytes of an answer, and closes its connection. */
async function readBody(
  answer: http.IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutsideAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the answer and its socket.
    if (size > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

/**
 * Creates the function through which all requests go whose address somebody chose. It resolves the name once, refuses
 * private and special-use addresses, and connects to the very addresses that it checked, so that a name cannot change
 * in between (DNS rebinding). It sends no cookies, follows no redirect, shares no connection, and throws
 * `OutsideRequestError` without an answer.
 */
export function createRequestOutside({ allowsLoopback = false, resolveHost }: OutsideOptions = {}): RequestOutside {
  const resolve: ResolveHost = resolveHost ?? ((host) => lookUp(host, { all: true }));
  const isAllowed = (address: string) => {
    const kind = classifyAddress(address);
    return kind === 'PUBLIC' || (kind === 'LOOPBACK' && allowsLoopback);
  };

  async function findAllowed(url: URL) {
    const host = getHost(url);
    const found = ipaddr.isValid(host) ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : await resolve(host);
    const allowed = found.filter(({ address }) => isAllowed(address));
    if (allowed.length === 0) throw new OutsideRequestError(found.length > 0 ? 'PRIVATE_ADDRESS' : 'UNKNOWN_HOST');
    return allowed;
  }

  function connect(
    url: URL,
    request: OutsideRequest,
    addresses: { address: string; family: number }[],
    signal: AbortSignal,
  ) {
    const [first] = addresses as [{ address: string; family: number }];
    const giveChecked: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, addresses) : callback(null, first.address, first.family);
    return new Promise<http.IncomingMessage>((done, fail) => {
      const sent = (url.protocol === 'https:' ? https : http).request(url, {
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        // A connection of its own, because a kept one would not ask for the checked address.
        agent: false,
        lookup: giveChecked,
        signal,
        maxHeaderSize: 16 * 1024,
      });
      sent.once('response', done).once('error', fail).end(request.body);
    });
  }

  async function requestOutside(request: OutsideRequest): Promise<OutsideAnswer> {
    const url = parseUrl(request.url);
    if (!url) throw new OutsideRequestError('INVALID_ADDRESS');
    const late = AbortSignal.timeout(request.timeout);
    const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
    const expired = new Promise<never>((_done, fail) => {
      signal.addEventListener('abort', () => fail(new OutsideRequestError('TIMED_OUT')), { once: true });
    });
    try {
      // Resolving a name cannot be aborted.
      const addresses = await Promise.race([findAllowed(url), expired]);
      const isLoopback = addresses.every(({ address }) => classifyAddress(address) === 'LOOPBACK');
      if (!(request.schemes ?? ['https']).includes(getScheme(url)) && !isLoopback)
        throw new OutsideRequestError('INVALID_ADDRESS');
      const answer = await connect(url, request, addresses, signal);
      const { statusCode = 0, headers } = answer;
      return { status: statusCode, headers, ...(await readBody(answer, request.maxBytes)) };
    } catch (error) {
      throw describeFailure(error, signal);
    }
  }

  return Object.assign(requestOutside, {
    accepts(address: string): boolean {
      const url = parseUrl(address);
      if (!url) return false;
      const host = getHost(url);
      if (isLocalName(host)) return allowsLoopback;
      if (ipaddr.isValid(host) && !isAllowed(host)) return false;
      return getScheme(url) === 'https' || classifyAddress(host) === 'LOOPBACK';
    },
  });
}
