import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTracing } from '../../api/trace-work.ts';

/** Milliseconds in which the collector must accept spans. An ending server waits no longer for it. */
const exportTimeout = 2_000;

/** Loads the libraries of OpenTelemetry, which only servers that send traces need. */
async function loadLibraries() {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  return { api, sdk, OTLPTraceExporter, resourceFromAttributes };
}

/** Starts a span for every request to the server, and handles the request in the context of the span. */
function traceRequests(
  server: Server,
  { context, SpanKind, SpanStatusCode, trace }: typeof import('@opentelemetry/api'),
): void {
  const tracer = trace.getTracer('site');
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...args: unknown[]) => {
    if (event !== 'request') return emit(event, ...args);
    // Node passes these two with every request.
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const attributes = { 'http.request.method': request.method ?? '', 'url.path': path };
    const span = tracer.startSpan(`${request.method}`, { kind: SpanKind.SERVER, attributes });
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(context.active(), span), () => emit(event, ...args));
  };
}

export interface Tracing {
  /** Stops tracing, after sending the last spans. */
  stop(): Promise<void>;
}

/**
 * Sends spans of requests, calls of the API and SQL statements to a collector, by OTLP over HTTP. `endpoint` is the
 * base address, as in `OTEL_EXPORTER_OTLP_ENDPOINT`; `OTEL_TRACES_SAMPLER` decides which requests are traced.
 */
export async function startTracing(endpoint: string, server: Server): Promise<Tracing> {
  const { api, sdk, OTLPTraceExporter, resourceFromAttributes } = await loadLibraries();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeout });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'site' }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = api.trace.getTracer('site');
  traceRequests(server, api);
  setTracing((name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work();
      } catch (error) {
        // The message can hold what a visitor sent.
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
        throw error;
      } finally {
        span.end();
      }
    }),
  );
  return {
    stop: async () => {
      setTracing(null);
      await provider.shutdown().catch(() => undefined);
      api.trace.disable();
      api.context.disable();
      api.propagation.disable();
    },
  };
}
