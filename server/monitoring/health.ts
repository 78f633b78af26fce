import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../api/db/connect.ts';
import { isMigrated } from '../../api/db/migrate.ts';
import { findWriteRefusal } from '../../api/db/write-refusal.ts';
import { countQuarantined } from '../../api/inbox/count.ts';
import { getOutboxState } from '../../api/outbox/get-state.ts';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { hasMetricsToken } from './metrics-token.ts';

export interface HealthOptions {
  database: Connection;
  /** Name of the release. */
  build: string;
  /** `METRICS_TOKEN`: who sends it is told counts too. */
  token: string | undefined;
  /** Whether the server is about to stop. */
  isEnding: () => boolean;
}

/** What a person should look at; it makes nothing unready. */
async function readDetail(db: Connection['db']): Promise<object> {
  const [{ waiting, oldestDueSeconds, dead }, quarantined] = await Promise.all([
    getOutboxState({ db }),
    countQuarantined({ db }),
  ]);
  return { mails: { waiting, oldestDueSeconds, dead }, quarantined };
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too and has this program's schema, and the server is not
 * about to stop; where the database stores nothing, the answer says so. Who sends the metrics token is also told how the outbox and the quarantine stand.
 */
export function serveHealth(app: FastifyInstance, { database, build, token, isEnding }: HealthOptions): void {
  const { pool, db } = database;
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ status: 'alive' }),
  );
  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', cachePolicies.never);
    if (isEnding()) return reply.status(503).send({ status: 'ending' });
    if (!(await isMigrated(pool).catch(() => false)))
      return reply.status(503).send({ status: 'not ready', database: 'not reachable or not migrated' });
    const isTrusted = hasMetricsToken(request.headers.authorization, token);
    const detail = isTrusted ? await readDetail(db).catch(() => ({})) : {};
    // Pages can be shown all the same: without any server they could not.
    const refusal = await findWriteRefusal(pool).catch(() => 'it does not answer');
    const state = refusal
      ? { status: 'reads only', database: 'migrated', cannot: `store what visitors send: ${refusal}` }
      : { status: 'ready', database: 'migrated' };
    return reply.send({ ...state, ...detail });
  });
  // A page asks which release the server runs, to know whether it is outdated itself.
  app.get('/build.json', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ build }),
  );
}
