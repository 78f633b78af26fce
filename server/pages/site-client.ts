import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessClient } from '../../api/http/in-process-client.ts';
import { getCaller } from '../../api/http/studio-session.ts';
import { type Client, createClient } from '../../contract/http/client.ts';
import type { OpenApiDocument } from '../../contract/http/openapi.ts';
import { backendTimeout, forwardingToken, getForwardedHeaders } from '../http/forward-writes.ts';
import type { DataCache } from '../page-cache/data-cache.ts';

/** Returns an API client that acts for the visitor of a request or, without a request, for the site itself. */
export type ClientFor = (request?: FastifyRequest) => Client;

const internalCaller = { address: '127.0.0.1', userAgent: '', refusesTracking: true, actor: null };

/** Creates a client that calls a backend on another server on behalf of a visitor. */
function createBackendClient(baseUrl: string, request?: FastifyRequest): Client {
  return createClient({
    baseUrl,
    // The time limit guarantees that every visitor gets a response.
    fetch: (input, init) => {
      const limit = AbortSignal.timeout(backendTimeout);
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...getForwardedHeaders(request?.ip) };
      return fetch(input, { ...init, headers, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
    },
    xsrfToken: () => forwardingToken,
  });
}

export interface SiteClientOptions {
  app: FastifyInstance;
  callEndpoint: CallEndpoint;
  dataCache: DataCache;
  /** The origin of the backend; '' if the backend is this process. */
  baseUrl: string;
}

/** Creates the function that returns clients for the site's pages, drawings and documents. */
export function createClientFactory({ app, callEndpoint, dataCache, baseUrl }: SiteClientOptions): ClientFor {
  return (request) => {
    if (baseUrl) return createBackendClient(baseUrl, request);
    const client = createInProcessClient({
      callEndpoint,
      caller: request ? getCaller(request) : internalCaller,
      requestId: request?.id ?? randomUUID(),
      log: app.log,
      openApi: () => app.swagger() as OpenApiDocument,
    });
    return dataCache.createCachingClient(client, request?.method === 'POST');
  };
}
