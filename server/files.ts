import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cachePolicies } from '../contract/cache-policies.ts';
import { buildFolder } from './folders.ts';

function answerNoFile(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .header('cache-control', cachePolicies.never)
    .type('text/plain; charset=utf-8')
    .send('There is no such file.\n');
}

/** Serves the built scripts, styles and fonts, of earlier releases too; a missing one is a plain 404, never HTML. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler(answerNoFile);
      // A name that no file can have.
      scope.setErrorHandler<FastifyError>((error, request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error;
        return answerNoFile(request, reply);
      });
      await scope.register(fastifyStatic, {
        root: join(buildFolder, 'client/assets'),
        preCompressed: true,
        cacheControl: false,
        decorateReply: false,
        setHeaders: (reply) => reply.header('cache-control', cachePolicies.immutable),
      });
    },
    { prefix: '/assets' },
  );
}
