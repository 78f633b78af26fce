import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type InjectOptions, type Response as InjectResponse, inject } from 'light-my-request';

/** Asks an app without a socket. Unlike the app's own `inject` it is answered while the server closes. */
export async function askInProcess(app: FastifyInstance, request: InjectOptions): Promise<InjectResponse> {
  await app.ready();
  // What inject makes stands in for Node's own request and response, as Fastify itself takes it.
  const dispatch = (made: unknown, response: unknown) =>
    app.routing(made as IncomingMessage, response as ServerResponse);
  return inject(dispatch, request);
}
