import type { FastifyInstance } from 'fastify';
import type { Connection } from '../api/db/connect.ts';
import { isMigrated } from '../api/db/migrate.ts';
import { countQuarantined } from '../api/inbox/count.ts';
import { getOutboxState } from '../api/outbox/get-state.ts';
import { cachePolicies } from '../contract/cache-policies.ts';

/** What a person should look at; it makes nothing unready. */
async function readDetail(db: Connection['db']): Promise<object> {
  const [{ waiting, oldestDueSeconds, dead }, quarantined] = await Promise.all([
    getOutboxState({ db }),
    countQuarantined({ db }),
  ]);
  return { mails: { waiting, oldestDueSeconds, dead }, quarantined };
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too and has this program's schema; its detail is how the
 * outbox and the quarantine stand.
 */
export function serveHealth(app: FastifyInstance, { pool, db }: Connection, build: string): void {
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ status: 'alive' }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const isReady = await isMigrated(pool).catch(() => false);
    const detail = isReady ? await readDetail(db).catch(() => ({})) : {};
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', cachePolicies.never)
      .send({
        status: isReady ? 'ready' : 'not ready',
        database: isReady ? 'migrated' : 'not reachable or not migrated',
        ...detail,
      });
  });
  // A page asks which release the server runs, to know whether it is outdated itself.
  app.get('/build.json', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ build }),
  );
}
