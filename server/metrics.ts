import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../api/context.ts';
import { ApiError } from '../api/errors.ts';
import { countQuarantined, countSubmissions } from '../api/inbox/count.ts';
import { getOutboxState } from '../api/outbox/get-state.ts';
import { cachePolicies } from '../contract/cache-policies.ts';
import { hasMetricsToken } from './metrics-token.ts';

/** Gauges of what is stored; answers what reads them. They are absent where the database does not answer. */
function addStoredFigures(registers: Registry[], ctx: Context): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const mails = gauge('outbox_mails', 'Mails not sent, by state', ['state']);
  const oldest = gauge('outbox_oldest_due_seconds', 'Seconds for which the oldest waiting mail has been due');
  const stored = gauge('submissions', 'Submissions stored, by kind', ['kind']);
  const quarantined = gauge('submissions_quarantined', 'Submissions in quarantine');
  return async () => {
    const read = Promise.all([getOutboxState(ctx), countSubmissions(ctx), countQuarantined(ctx)]);
    const figures = await read.catch(() => null);
    for (const each of [mails, stored]) each.reset();
    for (const each of [oldest, quarantined]) each.remove();
    if (!figures) return;
    const [outbox, kinds, suspicious] = figures;
    for (const state of ['waiting', 'dead', 'held'] as const) mails.set({ state }, outbox[state]);
    for (const [kind, count] of Object.entries(kinds)) stored.set({ kind }, count);
    oldest.set(outbox.oldestDueSeconds);
    quarantined.set(suspicious);
  };
}

/**
 * `GET /metrics` in the text format of Prometheus, for who sends `METRICS_TOKEN` as a bearer; to everybody else, and without
 * that setting, there is nothing at this address. Requests are told apart by the pattern of their route, never by their path.
 */
export function serveMetrics(app: FastifyInstance, ctx: Context, token: string | undefined): void {
  if (!token) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const readStored = addStoredFigures([register], ctx);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: `${Math.floor(statusCode / 100)}xx` };
    durations.observe(labels, elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!hasMetricsToken(request.headers.authorization, token)) {
      throw new ApiError('not_found', 'There is nothing at this address.');
    }
    await readStored();
    return reply
      .header('content-type', register.contentType)
      .header('cache-control', cachePolicies.never)
      .send(await register.metrics());
  });
}
