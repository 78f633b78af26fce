import { randomUUID } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  METHODS,
  type Server,
  type ServerOptions,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '../../contract/http/errors.ts';
import { ApiError } from '../errors.ts';
import { createErrorHandler, isPageExpected, type ShowFailure } from './handle-errors.ts';
import { limitConnections, tunnelRefused } from './limit-connections.ts';
import { acceptJson } from './read-body.ts';
import { refuseUnusedMethods } from './refuse-methods.ts';

const kibibyte = 1024;

/** Time for a body with files on a slow line; other bodies have half a minute (`limitBodyTime`). */
const timeouts = { requestTimeout: 600_000, keepAliveTimeout: 72_000 };
const bodyTimeout = 30_000;

/** Options for `http.createServer`. The defaults of Node and Fastify let slow clients hold sockets for long. */
export const httpOptions = {
  ...timeouts,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * kibibyte,
  // `hasSingleHost` refuses these: Node would answer without the site's headers.
  requireHostHeader: false,
} satisfies ServerOptions;

const transport = {
  ...timeouts,
  bodyLimit: 1024 * kibibyte,
  http: httpOptions,
  // Node's own parser never throws: invalid UTF-8 becomes U+FFFD, which the contract refuses.
  routerOptions: { maxParamLength: 300, querystringParser: (text: string) => parseQuery(text) },
  // Requests that arrived before the server began to close are answered.
  return503OnClosing: false,
} satisfies FastifyHttpOptions<Server>;

/** Returns the proxy's request id if it is a plain token, otherwise a new id. */
export function getRequestId(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

export interface CreateServerOptions extends Pick<FastifyHttpOptions<Server>, 'serverFactory' | 'trustProxy'> {
  logger?: FastifyBaseLogger;
  /** Renders errors for people; requests under `/api/` always get JSON. */
  showFailure?: ShowFailure;
  /** The headers of every answer, for answers sent before the site's hooks set them. */
  headers?: Record<string, string>;
}

/**
 * Returns whether a request has exactly one Host header, as HTTP/1.1 requires (RFC 9112, section 3.2). Of two, Node
 * silently keeps the first, and a proxy may have kept the other.
 */
export function hasSingleHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

// Responses to Node's errors about bytes that are not a valid request.
const refusals: Record<string, { code: ErrorCode; message: string; allow?: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: 'The address and the headers together are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time.' },
  [tunnelRefused]: {
    code: 'method_not_allowed',
    message: 'This server does not open tunnels.',
    allow: 'GET, HEAD, POST',
  },
};

/** Answers an unreadable request on the bare socket, in the same form and with the same headers as other errors. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket, common: Record<string, string> = {}): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const refusal = refusals[error.code ?? ''] ?? { code: 'bad_request', message: 'This is not an HTTP request.' };
  const { code, message, allow } = refusal;
  const status = errorStatus[code];
  const requestId = randomUUID();
  const body = JSON.stringify({ error: { code, message, fields: [], requestId } } satisfies ErrorBody);
  const head = {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': cachePolicies.never,
    'x-request-id': requestId,
    connection: 'close',
    ...(allow ? { allow } : {}),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers 408 where the body of a request without files is still incomplete after half a minute. */
function limitBodyTime({ headers, raw }: FastifyRequest, common?: Record<string, string>): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  // An injected request has no socket, and its body is complete.
  if (!hasBody || !(raw.socket instanceof Socket) || /^multipart\/form-data\b/i.test(headers['content-type'] ?? ''))
    return;
  const timer = setTimeout(() => {
    if (!raw.complete)
      answerUnreadable(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, common);
  }, bodyTimeout);
  timer.unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** Creates a Fastify server with the product's errors, a request id in every answer and one log line a request. */
export function createServer(options: CreateServerOptions = {}): FastifyInstance {
  const { logger, showFailure, headers = {}, ...rest } = options;
  const answerError = createErrorHandler(showFailure);
  const answerErrorAsJson = createErrorHandler();
  const app: FastifyInstance = fastify({
    ...transport,
    serverFactory: (handler) => limitConnections(createHttpServer(httpOptions), handler),
    ...rest,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    genReqId: (request) => getRequestId(request.headers),
    // Malformed percent-encoding and similar errors, before any route or hook. Fastify types request and reply by their
    // route, of which there is none yet, so they are cast.
    frameworkErrors: (error, request, reply) => {
      if (showFailure && isPageExpected(request as never)) {
        // Routed again with an unknown address, so that the error page has the headers of other pages.
        request.raw.url = '/a-broken-address';
        return app.routing(request.raw, reply.raw);
      }
      reply.headers(headers).header('x-request-id', request.id);
      return answerError(error, request as never, reply as never);
    },
  });
  // RFC 9110, section 10.1.1, lets a server ignore unknown expectations; Node would answer 417 without the site's
  // headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  acceptJson(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found', 'There is nothing at this address.');
  });
  // Fastify treats unknown methods as server errors, so they are registered. CONNECT never becomes a request.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  refuseUnusedMethods(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    limitBodyTime(request, headers);
    if (!hasSingleHost(request.raw)) {
      const refusal = new ApiError('bad_request', 'A request must have exactly one Host header.');
      return answerErrorAsJson(refusal as ApiError & FastifyError, request, reply.headers(headers));
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    // Only the path: a query may contain personal data.
    const path = request.url.split('?', 1)[0];
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    );
  });
  return app;
}
