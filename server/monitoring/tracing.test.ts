import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSmallCompany } from '../../testing/small-company.ts';
import { openTestSite, type TestSite } from '../../testing/test-site.ts';
import {
  getSpanAttribute,
  type Span,
  startTraceCollector,
  type TraceCollector,
} from '../../testing/trace-collector.ts';
import { startTracing } from './tracing.ts';

// Sends traces of a whole site to a real HTTP collector.

let collector: TraceCollector;
let site: TestSite;
beforeAll(async () => {
  collector = await startTraceCollector();
  site = await openTestSite();
  await makeSmallCompany(site.database);
});
afterAll(async () => {
  await site?.close();
  collector?.close();
});

it('sends the request, the calls of its loader and their SQL as one trace, without what a visitor typed', async () => {
  const tracing = await startTracing(collector.address, site.server);
  const page = await fetch(`${site.address}/search?q=secret-words`);
  expect(page.status).toBe(200);
  await page.text();
  const missing = await fetch(`${site.address}/blog/no-such-blog`);
  await missing.text();
  await tracing.stop();

  expect(collector.listResourceAttributes()).toContainEqual({ key: 'service.name', value: { stringValue: 'site' } });
  const spans = collector.listSpans();
  const request = spans.find((span) => getSpanAttribute(span, 'url.path')?.stringValue === '/search');
  const findParent = (span: Span) => spans.find(({ spanId }) => spanId === span.parentSpanId);
  const sql = spans.filter(({ traceId, name }) => traceId === request?.traceId && name === 'SELECT');
  const ofLoader = sql.filter((span) => {
    const call = findParent(span);
    return call && findParent(call)?.spanId === request?.spanId;
  });
  expect(ofLoader.length).toBeGreaterThan(0);
  expect(getSpanAttribute(ofLoader[0] as Span, 'db.query.text')?.stringValue).toContain('select');
  expect(JSON.stringify(spans)).not.toContain('secret-words');
  const notFound = spans.find((span) => getSpanAttribute(span, 'url.path')?.stringValue === '/blog/no-such-blog');
  expect(getSpanAttribute(notFound as Span, 'http.response.status_code')?.intValue).toBe(404);
});
