import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { createServer } from './create-server.ts';
import { apiPlugin } from './plugin.ts';

/** The API alone, through whose door tests go. */
export async function createApi(ctx: ApiContext, logger?: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = createServer(logger ? { logger } : {});
  await apiPlugin(app, ctx);
  return app;
}
