import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { type Endpoint, endpoints } from '../../contract/http/endpoints.ts';
import { errorBody } from '../../contract/http/errors.ts';
import { parsePathPattern } from '../../contract/http/path-pattern.ts';
import type { ApiContext } from '../context.ts';
import { createFairSemaphore } from '../fair-semaphore.ts';
import { createRateLimiters, type RateLimiters } from '../limit-rates.ts';
import { uploadSlots } from '../messages/index.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import {
  acceptRawBody,
  createWriteGuards,
  type ForwardWrite,
  setXsrfCookie,
  type WriteGuards,
} from './guard-writes.ts';
import { acceptMultipart, readUploadedFiles } from './read-body.ts';
import { refuseOtherMethods } from './refuse-methods.ts';
import {
  checkIsEncrypted,
  createSessionGuard,
  getCaller,
  getOperationCaller,
  getStudioCaller,
  hasBearerToken,
} from './studio-session.ts';

/** Splits an endpoint's flat input into path parameters and query. */
function createSchemas({ path, input }: Endpoint): { params?: z.ZodObject; querystring: z.ZodObject } {
  const inPath = Object.fromEntries(parsePathPattern(path).parameterNames.map((name) => [name, true])) as Parameters<
    typeof input.omit
  >[0];
  const querystring = input.omit(inPath);
  return Object.keys(inPath).length > 0 ? { params: input.pick(inPath), querystring } : { querystring };
}

export interface ApiOptions {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
  /** Forwards writes where another server is the backend. */
  forward?: ForwardWrite | undefined;
}

interface BindOptions extends ApiOptions {
  app: FastifyInstance;
  guards: WriteGuards;
  limits: RateLimiters;
}

const permits = createFairSemaphore(uploadSlots.api, 'uploads');

/** Maximum bytes of a JSON body or of a form without JavaScript; the body is held in memory. */
const bodyLimit = 128 * 1024;
/** Maximum bytes of a body that a signed-in user sends: the text of an entry. */
const userBodyLimit = 1024 * 1024;

function readInput({ body, upload }: Endpoint, request: FastifyRequest, { incoming }: ApiContext): unknown {
  if (upload) return readUploadedFiles(request, { incoming, permits });
  return body ? request.body : { ...(request.query as object), ...(request.params as object) };
}

function chooseGuards({ guardOrigin, guardWrite }: WriteGuards, endpoint: Endpoint) {
  const guards = { any: [], site: [guardOrigin], token: [guardWrite] }[endpoint.origin];
  if (!isForUsers(endpoint)) return guards;
  return guards.map((guard) => async (request: FastifyRequest) => {
    if (!hasBearerToken(request)) await guard(request);
  });
}

/** Returns whether an endpoint is for people who are signed in, and for programs with a token. */
const isForUsers = ({ access }: Endpoint): boolean => typeof access !== 'string';

function findCaller(bound: BindOptions, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (isForUsers(endpoint)) return getOperationCaller(bound, request, reply);
  return 'studio' in endpoint.target ? getStudioCaller(bound.ctx, request, reply) : getCaller(request);
}

/** Returns the path, method, schema and guard of a route. */
function createRoute(bound: BindOptions, endpoint: Endpoint, path: string, hide: boolean) {
  const { ctx, guards } = bound;
  return {
    method: endpoint.method,
    url: parsePathPattern(path).fastifyPath,
    bodyLimit: isForUsers(endpoint) ? userBodyLimit : bodyLimit,
    // Before the body is read: a stranger may not send so much.
    ...(isForUsers(endpoint) ? { onRequest: createSessionGuard(bound) } : {}),
    ...(endpoint.access === 'signIn'
      ? { onRequest: async (request: FastifyRequest) => checkIsEncrypted(ctx, request) }
      : {}),
    // `callEndpoint` validates input and output; these schemas only document the API.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify,
    schema: {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      hide,
      security: endpoint.origin === 'token' ? [{ xsrfCookie: [], xsrfHeader: [] }] : [],
      ...createSchemas(endpoint),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { [endpoint.status]: endpoint.output, '4xx': errorBody, '5xx': errorBody },
      ...(endpoint.upload ? { 'x-upload': true } : {}),
    },
    // Before the rate limit: forged requests from other sites must not use up their visitor's limit.
    preValidation: chooseGuards(guards, endpoint),
  };
}

function bindOne(bound: BindOptions, endpoint: Endpoint, path: string, hide: boolean): void {
  const { app, ctx, callEndpoint } = bound;
  app.route({
    ...createRoute(bound, endpoint, path, hide),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.id === 'formToken') setXsrfCookie(request, reply, ctx.siteOrigin);
      const caller = await findCaller(bound, endpoint, request, reply);
      const answer = await callEndpoint(endpoint, readInput(endpoint, request, ctx), caller);
      const isPreview = typeof answer === 'object' && answer !== null && 'preview' in answer && answer.preview === true;
      const isCacheable = !isPreview && (endpoint.isCacheable?.(answer as never) ?? true);
      reply.status(endpoint.status).header('cache-control', cachePolicies[isCacheable ? endpoint.cache : 'never']);
      return answer;
    },
  });
}

/**
 * Binds a write that is forwarded to another backend. This server runs the guards; the backend validates and counts.
 */
function bindForwarded(
  bound: BindOptions,
  forward: ForwardWrite,
  endpoint: Endpoint,
  path: string,
  hide: boolean,
): void {
  bound.app.register(async (scope) => {
    acceptRawBody(scope, endpoint);
    scope.route({
      ...createRoute(bound, endpoint, path, hide),
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        forward(path, request.body as Buffer | IncomingMessage, request, reply),
    });
  });
}

/** Uploads accept multipart only, and no other endpoint accepts multipart. */
function bindUpload(bound: BindOptions, endpoint: Endpoint, path: string, hide: boolean): void {
  bound.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await acceptMultipart(scope);
    bindOne({ ...bound, app: scope }, endpoint, path, hide);
  });
}

export function bindEndpoints(app: FastifyInstance, options: ApiOptions): void {
  const { ctx, forward } = options;
  const methods = new Map<string, string[]>();
  const bound = { ...options, app, guards: createWriteGuards(ctx.siteOrigin), limits: createRateLimiters(ctx) };
  for (const endpoint of endpoints) {
    for (const [path, hide] of [
      [endpoint.path, 'studio' in endpoint.target],
      [endpoint.alias, true],
    ] as const) {
      if (!path) continue;
      // The Studio edits the content of this server's own database.
      if (forward && 'studio' in endpoint.target) continue;
      if (forward && endpoint.method === 'POST') bindForwarded(bound, forward, endpoint, path, hide);
      else (endpoint.upload ? bindUpload : bindOne)(bound, endpoint, path, hide);
      methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
    }
  }
  for (const [path, known] of methods) refuseOtherMethods(app, path, known);
}
