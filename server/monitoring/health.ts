import type { FastifyInstance } from 'fastify';
import { getBackupState } from '../../api/db/backup-state.ts';
import type { Connection } from '../../api/db/connect.ts';
import { isMigrated } from '../../api/db/migrate.ts';
import { findWriteRefusal } from '../../api/db/write-refusal.ts';
import { countQuarantined } from '../../api/messages/inbox/count-messages.ts';
import { getOutboxState } from '../../api/messages/outbox/mail-state.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { ArchiveFigures } from '../archive/read-figures.ts';
import { hasMetricsToken } from './metrics-token.ts';

export interface HealthOptions {
  database: Connection;
  /** The name of the release. */
  build: string;
  /** `METRICS_TOKEN`: a request that sends it receives counts too. */
  token: string | undefined;
  phase: () => Phase;
  /** Returns how far the continuous archive reaches; null without one. */
  readArchive?: () => Promise<ArchiveFigures | null>;
}

/** A server is `starting` until it has rendered the first pages, and `ending` before it closes its port. */
export type Phase = 'starting' | 'running' | 'ending';

/** Returns the state of mails, quarantine, backups and archive, for an operator. It does not affect readiness. */
async function readDetail({ database: { db }, readArchive }: HealthOptions): Promise<object> {
  const [mails, quarantined, backup, backupRemoval, archive, figures] = await Promise.all([
    getOutboxState({ db }),
    countQuarantined({ db }),
    getBackupState({ db }),
    getBackupState({ db }, 'backup_removal'),
    getBackupState({ db }, 'archive'),
    readArchive?.() ?? null,
  ]);
  const { waiting, oldestDueSeconds, dead } = mails;
  const ofArchive = figures && { archive: { ...figures, ...archive } };
  return { mails: { waiting, oldestDueSeconds, dead }, quarantined, backup, backupRemoval, ...ofArchive };
}

/**
 * Serves `/healthz` and `/readyz`. `/healthz`: the process answers. `/readyz`: the database answers too and has the
 * schema of this program, and the server has rendered its first pages and is not about to stop. If the database is
 * read-only, the response says so. With the metrics token, the response also has counts of the outbox and the
 * quarantine, and the state of backups and the archive.
 */
export function serveHealth(app: FastifyInstance, healthOptions: HealthOptions): void {
  const { database, build, token, phase } = healthOptions;
  const { pool } = database;
  const options = { schema: { hide: true } };
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ status: 'alive' }),
  );
  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', cachePolicies.never);
    if (phase() !== 'running') return reply.status(503).send({ status: phase() });
    if (!(await isMigrated(pool).catch(() => false)))
      return reply.status(503).send({ status: 'not ready', database: 'not reachable or not migrated' });
    const isTrusted = hasMetricsToken(request.headers.authorization, token);
    const detail = isTrusted ? await readDetail(healthOptions).catch(() => ({})) : {};
    // A server that can only read is still ready, because its pages can be shown.
    const refusal = await findWriteRefusal(pool).catch(() => 'it does not answer');
    const state = refusal
      ? { status: 'reads only', database: 'migrated', cannot: `store what visitors send: ${refusal}` }
      : { status: 'ready', database: 'migrated' };
    return reply.send({ ...state, ...detail });
  });
  // An open page compares its release with the server's, to find out whether it is outdated.
  app.get('/build.json', options, async (_request, reply) =>
    reply.header('cache-control', cachePolicies.never).send({ build }),
  );
}
