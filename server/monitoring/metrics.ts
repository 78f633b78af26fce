import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../api/context.ts';
import { getBackupState } from '../../api/db/backup-state.ts';
import type { Connection } from '../../api/db/connect.ts';
import { ApiError } from '../../api/errors.ts';
import { listSemaphoreUse } from '../../api/fair-semaphore.ts';
import { countQuarantined, countSubmissions } from '../../api/messages/inbox/count-messages.ts';
import { getOutboxState } from '../../api/messages/outbox/mail-state.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { ArchiveFigures } from '../archive/read-figures.ts';
import { hasMetricsToken } from './metrics-token.ts';
import { createRouteFinder } from './request-routes.ts';

/** Returns a function that adds a gauge to registers. */
const createGaugeFactory =
  (registers: Registry[]) =>
  (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

/**
 * Adds gauges of mails, submissions, backups and the archive. Returns the function that reads them. Without the
 * database they are absent.
 */
function addStoredFigures(
  registers: Registry[],
  { ctx, readArchive }: Pick<MetricsOptions, 'ctx' | 'readArchive'>,
): () => Promise<void> {
  const createGauge = createGaugeFactory(registers);
  const mails = createGauge('outbox_mails', 'Mails not sent, by state', ['state']);
  const oldest = createGauge('outbox_oldest_due_seconds', 'Seconds for which the oldest waiting mail has been due');
  const stored = createGauge('submissions', 'Submissions stored, by kind', ['kind']);
  const quarantined = createGauge('submissions_quarantined', 'Submissions in quarantine');
  const lastBackup = createGauge('backup_last_success_timestamp_seconds', 'Unix time of the last successful backup');
  const failing = createGauge('backup_failing', '1 if the last backup failed, else 0');
  const removalFailing = createGauge('backup_removal_failing', '1 if old backups could not be removed, else 0');
  const covered = createGauge(
    'archive_covered_until_timestamp_seconds',
    'Unix time before which every acknowledged commit is in the continuous archive',
  );
  const waiting = createGauge('archive_waiting_bytes', 'Bytes on the disk that wait for the continuous archive');
  const kept = createGauge('archive_kept_bytes', 'Bytes of the continuous archive after its last base backup');
  const archiveFailing = createGauge('archive_failing', '1 if the continuous archive fails, else 0');
  const archiveGauges = [covered, waiting, kept, archiveFailing];
  async function setArchive(): Promise<void> {
    const [archive, state] = await Promise.all([readArchive?.(), getBackupState(ctx, 'archive')]);
    if (!archive) return;
    if (archive.coveredUntil) covered.set(Date.parse(archive.coveredUntil) / 1_000);
    waiting.set(archive.waitingBytes);
    if (archive.keptBytes !== null) kept.set(archive.keptBytes);
    archiveFailing.set(state.failingSince ? 1 : 0);
  }
  return async () => {
    const read = Promise.all([
      getOutboxState(ctx),
      countSubmissions(ctx),
      countQuarantined(ctx),
      getBackupState(ctx),
      getBackupState(ctx, 'backup_removal'),
    ]);
    const figures = await read.catch(() => null);
    for (const each of [mails, stored]) each.reset();
    for (const each of [oldest, quarantined, lastBackup, failing, removalFailing, ...archiveGauges]) each.remove();
    if (!figures) return;
    const [outbox, kinds, suspicious, backup, removal] = figures;
    for (const state of ['waiting', 'dead', 'held'] as const) mails.set({ state }, outbox[state]);
    for (const [kind, count] of Object.entries(kinds)) stored.set({ kind }, count);
    oldest.set(outbox.oldestDueSeconds);
    quarantined.set(suspicious);
    if (backup.lastSuccessAt) lastBackup.set(Date.parse(backup.lastSuccessAt) / 1_000);
    failing.set(backup.failingSince ? 1 : 0);
    removalFailing.set(removal.failingSince ? 1 : 0);
    await setArchive().catch(() => undefined);
  };
}

export interface MetricsOptions {
  ctx: Context;
  pool: Connection['pool'];
  token: string | undefined;
  /** Returns how far the continuous archive reaches; null without one. */
  readArchive?: () => Promise<ArchiveFigures | null>;
  /** Receives the requests of visitors, which are counted whether the page cache or the application answers. */
  server: Server;
  /** Returns the route pattern of the page at a path; null without a page. */
  findPagePattern: (path: string) => string | null;
  cacheSize: () => { responses: number; bytes: number; stale: number; hits: number; misses: number };
}

/** Adds gauges of the memory, connections and slots of this process. */
function addProcessFigures(registers: Registry[], { pool, cacheSize }: MetricsOptions): () => void {
  const createGauge = createGaugeFactory(registers);
  const responses = createGauge('page_cache_responses', 'Responses in the page cache');
  const bytes = createGauge('page_cache_bytes', 'Bytes of the responses in the page cache');
  const stale = createGauge(
    'page_cache_stale_responses',
    'Stale responses served while the database was away, since the start',
  );
  const requests = new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests that the page cache may answer: `hit` from the cache, `miss` made anew',
    labelNames: ['result'],
    registers,
  });
  const connections = createGauge('database_connections', 'Connections of the pool, and callers that wait for one', [
    'state',
  ]);
  const slots = createGauge('slots', 'Slots of bounded work in use, and callers that wait for a slot', [
    'name',
    'state',
  ]);
  return () => {
    const size = cacheSize();
    responses.set(size.responses);
    bytes.set(size.bytes);
    stale.set(size.stale);
    requests.reset();
    requests.inc({ result: 'hit' }, size.hits);
    requests.inc({ result: 'miss' }, size.misses);
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    for (const { name, taken, waiting } of listSemaphoreUse()) {
      slots.set({ name, state: 'taken' }, taken);
      slots.set({ name, state: 'waiting' }, waiting);
    }
  };
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Measures every request once. Visitors' requests are measured at the HTTP server, so that those answered by the page
 * cache count too. The site's calls to itself are labelled `source="internal"`.
 */
function measureRequests(
  app: FastifyInstance,
  { server, findPagePattern }: MetricsOptions,
  durations: Histogram,
): void {
  const routes = createRouteFinder(findPagePattern);
  const getLabels = (source: string, method: string, route: string, status: number) => ({
    source,
    method: usualMethods.has(method) ? method : 'other',
    route,
    status: `${Math.floor(status / 100)}xx`,
  });
  const getPath = (url: string) => url.split('?', 1)[0] ?? '';
  app.addHook('onRoute', ({ url }) => routes.add(url));
  app.addHook('onResponse', async ({ raw, method }, { statusCode, elapsedTime }) => {
    if (raw.socket instanceof Socket) return;
    durations.observe(
      getLabels('internal', method, routes.find(getPath(raw.url ?? '')), statusCode),
      elapsedTime / 1000,
    );
  });
  server.prependListener('request', (request, response) => {
    const started = performance.now();
    // Handlers can change the URL later, for example if it is malformed.
    const path = getPath(request.url ?? '');
    response.once('close', () => {
      // A stream of events lasts as long as its page is open.
      if (response.getHeader('content-type') === 'text/event-stream') return;
      const seconds = (performance.now() - started) / 1000;
      durations.observe(getLabels('visitor', request.method ?? '', routes.find(path), response.statusCode), seconds);
    });
  });
}

/**
 * Serves `GET /metrics` in Prometheus' text format to requests with `METRICS_TOKEN` as a bearer token. Other requests
 * get 404, and so does everyone without that setting. Requests are labelled with the pattern of their route, never with
 * their path.
 */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { token } = options;
  if (!token) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const readStored = addStoredFigures([register], options);
  const readProcess = addProcessFigures([register], options);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request to the end of its response',
    labelNames: ['source', 'method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  measureRequests(app, options, durations);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!hasMetricsToken(request.headers.authorization, token)) {
      throw new ApiError('not_found', 'There is nothing at this address.');
    }
    await readStored();
    readProcess();
    return reply
      .header('content-type', register.contentType)
      .header('cache-control', cachePolicies.never)
      .send(await register.metrics());
  });
}
