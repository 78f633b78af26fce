import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { createCallEndpoint } from './call-endpoint.ts';
import { type CreateServerOptions, createServer } from './create-server.ts';
import { registerApi } from './plugin.ts';

/** Creates a server of the API alone, for tests and benchmarks. */
export async function createApi(ctx: ApiContext, options: CreateServerOptions = {}): Promise<FastifyInstance> {
  const app = createServer(options);
  await registerApi(app, { ctx, callEndpoint: createCallEndpoint(ctx) });
  return app;
}
