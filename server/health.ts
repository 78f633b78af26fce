import type { FastifyInstance } from 'fastify';
import type { Connection } from '../api/db/connect.ts';
import { isMigrated } from '../api/db/migrate.ts';
import { cachePolicies } from '../contract/cache-policies.ts';

/** `/healthz`: the process answers. `/readyz`: the database answers too and has this program's schema. */
export function serveHealth(app: FastifyInstance, { pool }: Connection, build: string): void {
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ status: 'alive' }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const isReady = await isMigrated(pool).catch(() => false);
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', cachePolicies.never)
      .send({
        status: isReady ? 'ready' : 'not ready',
        database: isReady ? 'migrated' : 'not reachable or not migrated',
      });
  });
  // A page asks which release the server runs, to know whether it is outdated itself.
  app.get('/build.json', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ build }),
  );
}
