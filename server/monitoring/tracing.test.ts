import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSmallCompany } from '../../testing/small-company.ts';
import { openTestSite, type TestSite } from '../../testing/test-site.ts';
import { startTracing } from './tracing.ts';

// Sends traces of a whole site to a real HTTP collector.

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}

interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

const batches: Batch[] = [];
let collector: Server;
let site: TestSite;
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    if (request.url === '/v1/traces') batches.push((await json(request)) as Batch);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  site = await openTestSite();
  await makeSmallCompany(site.database);
});
afterAll(async () => {
  await site?.close();
  collector?.close();
});

const attributeOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;

it('sends the request, the calls of its loader and their SQL as one trace, without what a visitor typed', async () => {
  const { port } = collector.address() as AddressInfo;
  const tracing = await startTracing(`http://127.0.0.1:${port}`, site.server);
  const page = await fetch(`${site.address}/search?q=secret-words`);
  expect(page.status).toBe(200);
  await page.text();
  const missing = await fetch(`${site.address}/blog/no-such-blog`);
  await missing.text();
  await tracing.stop();

  const [resource] = batches.flatMap(({ resourceSpans }) => resourceSpans);
  expect(resource?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'site' } });
  const spans = batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const request = spans.find((span) => attributeOf(span, 'url.path')?.stringValue === '/search');
  const parentOf = (span: Span) => spans.find(({ spanId }) => spanId === span.parentSpanId);
  const sql = spans.filter(({ traceId, name }) => traceId === request?.traceId && name === 'SELECT');
  const ofLoader = sql.filter((span) => {
    const call = parentOf(span);
    return call && parentOf(call)?.spanId === request?.spanId;
  });
  expect(ofLoader.length).toBeGreaterThan(0);
  expect(attributeOf(ofLoader[0] as Span, 'db.query.text')?.stringValue).toContain('select');
  expect(JSON.stringify(spans)).not.toContain('secret-words');
  const notFound = spans.find((span) => attributeOf(span, 'url.path')?.stringValue === '/blog/no-such-blog');
  expect(attributeOf(notFound as Span, 'http.response.status_code')?.intValue).toBe(404);
});
