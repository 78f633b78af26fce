import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallEndpoint } from '../../api/call-endpoint.ts';
import { getCaller } from '../../api/http/caller-of.ts';
import { createInProcessClient } from '../../api/in-process-client.ts';
import { type Client, createClient } from '../../contract/client.ts';
import type { OpenApiDocument } from '../../contract/openapi.ts';
import { backendTimeout, forwardedHeaders, forwardingToken } from '../http/forward-writes.ts';
import type { DataCache } from '../page-cache/data-cache.ts';
import { trackingClient } from '../page-cache/dependencies.ts';

/** Returns an API client that acts for the visitor who sent the request or, without a request, for the site itself. */
export type ClientFor = (request?: FastifyRequest) => Client;

const siteItself = { address: '127.0.0.1', userAgent: '', refusesTracking: true };

/** Returns a client that asks a backend on another server on behalf of a visitor. */
function backendClient(baseUrl: string, request?: FastifyRequest): Client {
  return createClient({
    baseUrl,
    // Ends in any case, so that every visitor gets an answer.
    fetch: (input, init) => {
      const limit = AbortSignal.timeout(backendTimeout);
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...forwardedHeaders(request?.ip) };
      return fetch(input, { ...init, headers, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
    },
    xsrfToken: () => forwardingToken,
  });
}

export interface SiteClientOptions {
  app: FastifyInstance;
  callEndpoint: CallEndpoint;
  dataCache: DataCache;
  /** Origin of the backend; '' where it is this process. */
  baseUrl: string;
}

/** Returns what makes the clients of the site's pages, drawings and documents. */
export function createClientFactory({ app, callEndpoint, dataCache, baseUrl }: SiteClientOptions): ClientFor {
  return (request) => {
    if (baseUrl) return trackingClient(backendClient(baseUrl, request));
    const client = createInProcessClient({
      callEndpoint,
      caller: request ? getCaller(request) : siteItself,
      requestId: request?.id ?? randomUUID(),
      log: app.log,
      openApi: () => app.swagger() as OpenApiDocument,
    });
    return trackingClient(dataCache.createCachingClient(client, request?.method === 'POST'));
  };
}
