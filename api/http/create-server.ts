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
import { cachePolicies } from '../../contract/cache-policies.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { ApiError } from '../errors.ts';
import { answerErrors, isReadByPeople, type ShowFailure } from './answer-errors.ts';
import { serveGuarded, tunnelRefused } from './guard-connections.ts';
import { takeJson } from './read-text.ts';

const kibibyte = 1024;

/** A body of files on a slow line takes as long as this, every other body half a minute (`limitBodyTime`). */
const timeouts = { requestTimeout: 600_000, keepAliveTimeout: 72_000 };
const bodyTimeout = 30_000;

/** Options for `http.createServer`; Node's and Fastify's defaults let slow clients hold sockets for long or for ever. */
export const httpOptions = {
  ...timeouts,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * kibibyte,
  // Ours to refuse (`namesOneHost`): Node would answer without any header of ours.
  requireHostHeader: false,
} satisfies ServerOptions;

const transport = {
  ...timeouts,
  bodyLimit: 1024 * kibibyte,
  http: httpOptions,
  // Node's own parser never throws: bytes that are not UTF-8 become U+FFFD, which the contract refuses.
  routerOptions: { maxParamLength: 300, querystringParser: (text: string) => parseQuery(text) },
  // Whoever asked before the server began to close is answered.
  return503OnClosing: false,
} satisfies FastifyHttpOptions<Server>;

/** A request id given by a proxy where it is a plain token, else one of ours. */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

export interface CreateServerOptions extends Pick<FastifyHttpOptions<Server>, 'serverFactory' | 'trustProxy'> {
  logger?: FastifyBaseLogger;
  /** Shows people what went wrong; programs, under `/api/`, get JSON in any case. */
  showFailure?: ShowFailure;
  /** The headers of every answer, for those that go out before any hook of the site sets them. */
  headers?: Record<string, string>;
}

/**
 * Returns whether a request names its host once, as HTTP/1.1 demands (RFC 9112, section 3.2). Of two Host headers Node keeps
 * the first without a word, and a proxy in front may have kept the other.
 */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

// What Node says of a request that never became one.
const refusals: Record<string, { code: ErrorCode; message: string; allow?: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: 'The address and the headers together are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time.' },
  [tunnelRefused]: { code: 'method_not_allowed', message: 'This server opens no tunnels.', allow: 'GET, HEAD, POST' },
};

/**
 * Answers on the bare socket what Node could not read as a request, in the same form and with the same headers as every
 * other error.
 */
function answerUnreadable(error: Error & { code?: string }, socket: Socket, common: Record<string, string> = {}): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const refusal = refusals[error.code ?? ''] ?? { code: 'bad_request', message: 'This is no HTTP request.' };
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

/** Gives up, 408, a request without files whose body is still on its way after half a minute. */
function limitBodyTime({ headers, raw }: FastifyRequest, common?: Record<string, string>): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  // A call of our own has no socket and its body is there.
  if (!hasBody || !(raw.socket instanceof Socket) || /^multipart\/form-data\b/i.test(headers['content-type'] ?? ''))
    return;
  const timer = setTimeout(() => {
    if (!raw.complete)
      answerUnreadable(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, common);
  }, bodyTimeout);
  timer.unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** A Fastify instance with our transport, our errors, a request id in every answer and one log line a request. */
export function createServer(options: CreateServerOptions = {}): FastifyInstance {
  const { logger, showFailure, headers = {}, ...rest } = options;
  const answerError = answerErrors(showFailure);
  const answerProgram = answerErrors();
  const app: FastifyInstance = fastify({
    ...transport,
    serverFactory: (handler) => serveGuarded(createHttpServer(httpOptions), handler),
    ...rest,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    genReqId: (request) => requestIdOf(request.headers),
    // Broken percent-encoding and the like, before any route or hook.
    frameworkErrors: (error, request, reply) => {
      if (showFailure && isReadByPeople(request as never)) {
        // Once more as an address at which there is nothing: the page about it has the headers of every other.
        request.raw.url = '/a-broken-address';
        return app.routing(request.raw, reply.raw);
      }
      reply.headers(headers).header('x-request-id', request.id);
      return answerError(error, request as never, reply as never);
    },
  });
  // RFC 9110, section 10.1.1, lets a server ignore what it does not know; Node would answer 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  takeJson(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found', 'There is nothing at this address.');
  });
  // Fastify knows nine methods and takes the others for a fault of its own; CONNECT never becomes a request.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    limitBodyTime(request, headers);
    if (!namesOneHost(request.raw)) {
      const refusal = new ApiError('bad_request', 'A request names its host in exactly one Host header.');
      return answerProgram(refusal as ApiError & FastifyError, request, reply.headers(headers));
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    // The path alone: a query may hold what a person typed.
    const path = request.url.split('?', 1)[0];
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    );
  });
  return app;
}
