import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type InjectOptions, type Response as InjectResponse, inject } from 'light-my-request';

/** Sends a request to an app without a socket. Unlike Fastify's own `inject`, it also works while the server closes. */
export async function injectRequest(app: FastifyInstance, request: InjectOptions): Promise<InjectResponse> {
  await app.ready();
  // light-my-request's objects stand in for Node's request and response, as in Fastify itself.
  const dispatch = (made: unknown, response: unknown) =>
    app.routing(made as IncomingMessage, response as ServerResponse);
  return inject(dispatch, request);
}
