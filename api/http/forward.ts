import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoints.ts';

/** Hands a write on to another backend: its body as it came, whole, or of an upload while it arrives. */
export type Forward = (
  path: string,
  body: Buffer | IncomingMessage,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Takes the bodies of a scope as they come: the backend reads and checks them. */
export function takeUnread(scope: FastifyInstance, { upload }: Pick<Endpoint, 'upload'>): void {
  scope.removeAllContentTypeParsers();
  if (upload) scope.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));
  else
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
