import { createServer as createHttpServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import '../../api/http/bind.ts';
import { createServer } from '../../api/http/create-server.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeMail, makeSubmission } from '../../testing/message-makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { openTestSite } from '../../testing/test-site.ts';
import { type Phase, serveHealth } from './health.ts';
import { type MetricsOptions, serveMetrics } from './metrics.ts';

const token = 'a-token-of-some-length';
const createMetricsOptions = (given: string | undefined): MetricsOptions => ({
  ctx: database,
  pool: database.pool,
  token: given,
  server: createHttpServer(),
  findPagePattern: () => null,
  cacheSize: () => ({ responses: 3, bytes: 4_000, stale: 5, hits: 7, misses: 2 }),
});
let phase: Phase = 'running';
const database = await setUpDatabase();
const app = createServer();
afterAll(() => app.close());
serveMetrics(app, createMetricsOptions(token));
serveHealth(app, { database, build: 'x', token, phase: () => phase });
app.get('/blog/:slug', async () => 'text');
await makeSubmission(database, { kind: 'ENQUIRY' });
await makeSubmission(database, { quarantinedFor: 'links' });
await makeMail(database, { dueAt: new Date(Date.now() - 60_000) });
await makeMail(database, { deadAt: new Date() });

function ask(authorization?: string) {
  return app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
}

describe('metrics', () => {
  it('report the state of the process, its requests, the outbox and the inbox', async () => {
    await app.inject('/blog/a-persons-name?q=secret');
    await app.inject('/blog/b');
    await app.inject('/nowhere/at-all');
    const { statusCode, headers, body } = await ask(`Bearer ${token}`);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const line of [
      'http_request_duration_seconds_count{source="internal",method="GET",route="/blog/:slug",status="2xx"} 2',
      'http_request_duration_seconds_count{source="internal",method="GET",route="none",status="4xx"} 1',
      'outbox_mails{state="waiting"} 1',
      'outbox_mails{state="dead"} 1',
      'outbox_mails{state="held"} 0',
      'submissions{kind="CONTACT"} 1',
      'submissions{kind="ENQUIRY"} 1',
      'submissions{kind="CONSULTATION"} 0',
      'submissions_quarantined 1',
      'page_cache_responses 3',
      'page_cache_bytes 4000',
      'page_cache_stale_responses 5',
      'page_cache_requests_total{result="hit"} 7',
      'page_cache_requests_total{result="miss"} 2',
      'database_connections{state="waiting"} 0',
      'slots{name="uploads",state="taken"} 0',
    ]) {
      expect(body).toContain(`${line}\n`);
    }
    expect(Number(/^outbox_oldest_due_seconds (\d+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(60);
    expect(body).toContain('process_cpu_seconds_total');
    expect(body).not.toMatch(/persons-name|secret|nowhere/);
  });

  it('are 404 without the token, or with another', async () => {
    for (const authorization of [undefined, '', 'Bearer', 'Bearer x', `Bearer ${token}x`, token, `Basic ${token}`]) {
      expect([authorization, (await ask(authorization)).statusCode]).toEqual([authorization, 404]);
    }
  });

  it('are 404 without the setting', async () => {
    const without = createServer();
    serveMetrics(without, createMetricsOptions(undefined));
    const headers = { authorization: 'Bearer undefined' };
    expect((await without.inject({ url: '/metrics', headers })).statusCode).toBe(404);
    await without.close();
  });
});

it('reports at /readyz, only with the metrics token, the counts that an operator should look at', async () => {
  const plain = { status: 'ready', database: 'migrated' };
  const requestReadiness = (authorization?: string) =>
    app.inject({ url: '/readyz', headers: authorization ? { authorization } : {} });
  for (const authorization of [undefined, 'Bearer x', token]) {
    const { statusCode, headers, body } = await requestReadiness(authorization);
    expect([statusCode, headers['cache-control'], JSON.parse(body)]).toEqual([200, 'no-store', plain]);
  }
  expect((await requestReadiness(`Bearer ${token}`)).json()).toEqual({
    ...plain,
    mails: { waiting: 1, oldestDueSeconds: expect.any(Number), dead: 1 },
    quarantined: 1,
    backup: { lastSuccessAt: null, failingSince: null, error: null },
    backupRemoval: { lastSuccessAt: null, failingSince: null, error: null },
  });
});

it.each(['starting', 'ending'] as const)('is not ready while it is %s', async (present) => {
  phase = present;
  const { statusCode, body } = await app.inject('/readyz');
  phase = 'running';
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: present }]);
});

it('counts each visitor request once, by its route, whether it is cached or rendered', {
  timeout: 180_000,
}, async () => {
  for (const slug of ['home', 'about-us']) await makeEntry(database, 'PAGE', { slug });
  const { slug } = await makeEntry(database, 'BLOG');
  const site = await openTestSite({ database, env: { METRICS_TOKEN: token } });
  try {
    const paths = ['/about-us', `/blog/${slug}`, '/api/blog/enable/list', '/feed.xml', '/nowhere/at-all'];
    for (let turn = 0; turn < 20; turn++)
      for (const path of paths) await fetch(`${site.address}${path}?a=${turn}`).then((answer) => answer.text());
    const headers = { authorization: `Bearer ${token}` };
    const readMetrics = async () => (await fetch(`${site.address}/metrics`, { headers })).text();
    const text = await readMetrics();
    const createCountLine = (route: string, status: string) =>
      `http_request_duration_seconds_count{source="visitor",method="GET",route="${route}",status="${status}"} 20\n`;
    for (const route of ['/about-us', '/blog/:slug', '/api/blog/enable/list'])
      expect(text).toContain(createCountLine(route, '2xx'));
    expect(text).toContain(createCountLine('none', '4xx'));
    expect(text).toMatch(/source="internal",[^}]*\} \d/);
    expect(text).not.toContain('route="/*"');
    expect(text).not.toContain(slug);
    // A busy machine may answer every request above before the site subscribes to changes and caches pages.
    const countCached = async () => {
      await fetch(`${site.address}/`).then((answer) => answer.text());
      return Number(/^page_cache_responses (\d+)$/m.exec(await readMetrics())?.[1]);
    };
    await expect.poll(countCached).toBeGreaterThan(0);
  } finally {
    await site.close();
  }
});
