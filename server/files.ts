import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../api/context.ts';
import { getMedia } from '../api/media/get.ts';
import { cachePolicies } from '../contract/cache-policies.ts';
import { addressText } from '../contract/text-input.ts';
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

// A picture opened by itself is a document of its own: it may draw, and do nothing else.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the editors' pictures by name. */
export function serveMedia(app: FastifyInstance, ctx: Context): void {
  const schema = { hide: true, params: z.object({ name: addressText(200) }) };
  app.get<{ Params: { name: string } }>('/media/:name', { schema }, async (request, reply) => {
    const { contentType, bytes, sha256 } = await getMedia(ctx, request.params.name);
    const etag = `"${sha256.slice(0, 32)}"`;
    reply.headers({ etag, 'cache-control': cachePolicies.picture, 'content-security-policy': picturePolicy });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(contentType).send(bytes);
  });
}
