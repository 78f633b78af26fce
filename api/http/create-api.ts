import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { answerError } from './answer-errors.ts';
import { apiPlugin } from './plugin.ts';

const kibibyte = 1024;

/** Transport settings of every server we start; Fastify's own defaults let slow clients hold sockets for ever. */
export const transport = {
  bodyLimit: 1024 * kibibyte,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * kibibyte },
  routerOptions: { maxParamLength: 300 },
} satisfies FastifyHttpOptions<Server>;

/** A request id given by a proxy where it is a plain token, else one of ours. */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

export interface ServerOptions extends Pick<FastifyHttpOptions<Server>, 'serverFactory'> {
  logger?: FastifyBaseLogger;
  /** Answers people whose address cannot be decoded; programs under `/api/` get JSON in any case. */
  answerBadAddress?: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** A Fastify instance with our transport, our errors, a request id in every answer and one log line a request. */
export function createServer(options: ServerOptions = {}): FastifyInstance {
  const { logger, answerBadAddress, ...rest } = options;
  const app = fastify({
    ...transport,
    ...rest,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers),
    // Broken percent-encoding and the like, before any route is found.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      if (answerBadAddress && !request.url.startsWith('/api/')) return answerBadAddress(request as never, reply as never);
      return answerError(error, request as never, reply as never);
    },
  });
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The path alone: a query may hold what a person typed.
    const path = request.url.split('?', 1)[0];
    request.log.info({ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'answered');
  });
  return app;
}

/** The API alone, through whose door tests go. */
export async function createApi(ctx: Context, logger?: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = createServer(logger ? { logger } : {});
  await apiPlugin(app, ctx);
  return app;
}
