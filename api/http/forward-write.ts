import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/http/endpoints.ts';

/** Forwards a write to another backend: a body as received, or an upload as a stream. */
export type ForwardWrite = (
  path: string,
  body: Buffer | IncomingMessage,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Accepts all bodies of a scope unparsed, because the backend parses and validates them. */
export function acceptRawBody(scope: FastifyInstance, { upload }: Pick<Endpoint, 'upload'>): void {
  scope.removeAllContentTypeParsers();
  if (upload) scope.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));
  else
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
