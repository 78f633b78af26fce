import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface SpanAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: SpanAttribute[];
}

interface Batch {
  resourceSpans: { resource: { attributes: SpanAttribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

/** A collector of OpenTelemetry traces, which accepts OTLP over HTTP. */
export interface TraceCollector {
  /** The base address, as in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  address: string;
  listSpans(): Span[];
  /** The attributes of the programs that sent spans. */
  listResourceAttributes(): SpanAttribute[];
  close(): void;
}

export function getSpanAttribute({ attributes }: Span, name: string): SpanAttribute['value'] | undefined {
  return attributes.find(({ key }) => key === name)?.value;
}

/** Starts a collector on a free port of 127.0.0.1. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const batches: Batch[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') batches.push((await json(request)) as Batch);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listSenders = () => batches.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listSpans: () => listSenders().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    listResourceAttributes: () => listSenders().flatMap(({ resource }) => resource.attributes),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
