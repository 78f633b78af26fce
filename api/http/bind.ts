import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { errorBody } from '../../contract/errors.ts';
import { parsePath } from '../../contract/path-pattern.ts';
import type { CallEndpoint } from '../call-endpoint.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { uploadSlots } from '../files/limits.ts';
import { createSlots } from '../slots.ts';
import { callerOf } from './caller-of.ts';
import { type Forward, takeUnread } from './forward.ts';
import { createGuards, setXsrfCookie, type WriteGuards } from './guard-writes.ts';
import { readFiles, takeMultipart } from './read-multipart.ts';

/** Splits an endpoint's flat input by its path: what the path names, and what remains for the query. */
function schemasOf({ path, input }: Endpoint): { params?: z.ZodObject; querystring: z.ZodObject } {
  const inPath = Object.fromEntries(parsePath(path).names.map((name) => [name, true])) as Parameters<
    typeof input.omit
  >[0];
  const querystring = input.omit(inPath);
  return Object.keys(inPath).length > 0 ? { params: input.pick(inPath), querystring } : { querystring };
}

export interface BindOptions {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
  /** Takes the writes where another server is the backend. */
  forward?: Forward | undefined;
}

interface Bound extends BindOptions {
  app: FastifyInstance;
  guards: WriteGuards;
}

const slots = createSlots(uploadSlots.api, 'uploads');

/** Bytes of a JSON body, as of a form sent without JavaScript: it is in memory while it arrives. */
const bodyLimit = 128 * 1024;

function inputOf({ body, upload }: Endpoint, request: FastifyRequest, { incoming }: ApiContext): unknown {
  if (upload) return readFiles(request, { incoming, slots });
  return body ? request.body : { ...(request.query as object), ...(request.params as object) };
}

function guardsOf({ guardOrigin, guardWrite }: WriteGuards, { access }: Endpoint) {
  return { public: [], sameOrigin: [guardOrigin], token: [guardWrite] }[access];
}

/** A route's path, method, schema and guard. */
function routeOf({ guards }: Bound, endpoint: Endpoint, path: string, hide: boolean) {
  return {
    method: endpoint.method,
    url: parsePath(path).route,
    bodyLimit,
    // `callEndpoint` checks what comes in and goes out; the schemas are here for the API document alone.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify,
    schema: {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      hide,
      security: endpoint.access === 'token' ? [{ xsrfCookie: [], xsrfHeader: [] }] : [],
      ...schemasOf(endpoint),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { [endpoint.status]: endpoint.output, '4xx': errorBody, '5xx': errorBody },
      ...(endpoint.addition ? { 'x-addition': true } : {}),
      ...(endpoint.upload ? { 'x-upload': true } : {}),
    },
    // Before the call counts a limit: what another site makes a browser send does not use up what its visitor may send.
    preValidation: guardsOf(guards, endpoint),
  };
}

function bindOne(bound: Bound, endpoint: Endpoint, path: string, hide: boolean): void {
  const { app, ctx, callEndpoint } = bound;
  app.route({
    ...routeOf(bound, endpoint, path, hide),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.id === 'formToken') setXsrfCookie(request, reply, ctx.siteOrigin);
      const answer = await callEndpoint(endpoint, inputOf(endpoint, request, ctx), callerOf(request));
      const isPreview = typeof answer === 'object' && answer !== null && 'preview' in answer && answer.preview === true;
      reply.status(endpoint.status).header('cache-control', cachePolicies[isPreview ? 'never' : endpoint.cache]);
      return answer;
    },
  });
}

/** Binds a write that another backend takes: behind the same guard, and checked and counted there. */
function bindForwarded(bound: Bound, forward: Forward, endpoint: Endpoint, path: string, hide: boolean): void {
  bound.app.register(async (scope) => {
    takeUnread(scope, endpoint);
    scope.route({
      ...routeOf(bound, endpoint, path, hide),
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        forward(path, request.body as Buffer | IncomingMessage, request, reply),
    });
  });
}

/** An upload takes multipart alone, and nothing else takes it. */
function bindUpload(bound: Bound, endpoint: Endpoint, path: string, hide: boolean): void {
  bound.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await takeMultipart(scope);
    bindOne({ ...bound, app: scope }, endpoint, path, hide);
  });
}

/** Answers every method a path does not know with 405 and the list of those it does (RFC 9110, section 15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, path: string, methods: string[]): void {
  const allow = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  app.route({
    method: app.supportedMethods.filter((method) => method === 'OPTIONS' || !allow.includes(method)),
    url: parsePath(path).route,
    schema: { hide: true },
    // Before the body is read: a wrong method needs no look at it.
    onRequest: async (request, reply) => {
      reply.header('allow', allow.join(', '));
      if (request.method === 'OPTIONS') return reply.status(204).send();
      throw new ApiError('method_not_allowed', `${request.method} is not possible here; ${allow.join(', ')} is.`);
    },
    handler: async () => undefined,
  });
}

/** Binds the whole endpoint table. */
export function bindEndpoints(app: FastifyInstance, options: BindOptions): void {
  const { ctx, forward } = options;
  const methods = new Map<string, string[]>();
  const bound = { ...options, app, guards: createGuards(ctx.siteOrigin) };
  for (const endpoint of endpoints) {
    for (const [path, hide] of [
      [endpoint.path, false],
      [endpoint.alias, true],
    ] as const) {
      if (!path) continue;
      if (forward && endpoint.method === 'POST') bindForwarded(bound, forward, endpoint, path, hide);
      else (endpoint.upload ? bindUpload : bindOne)(bound, endpoint, path, hide);
      methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
    }
  }
  for (const [path, known] of methods) refuseOtherMethods(app, path, known);
}
