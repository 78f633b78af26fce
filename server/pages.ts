import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cachePolicies } from '../contract/cache-policies.ts';
import type { Client } from '../contract/client.ts';
import type { Assets } from '../site/document.ts';
import type { RenderedPage, RenderRequest } from '../site/entry-server.tsx';
import type { SiteSettings } from '../site/settings.ts';

export type RenderPage = (input: RenderRequest) => Promise<RenderedPage | Response>;

export interface PagesOptions {
  client: Client;
  settings: () => SiteSettings;
  /** Loaded for each request, so that a development server can answer with what was just edited. */
  site: (url: string) => Promise<{ renderPage: RenderPage; assets: Assets; transform?: (html: string) => Promise<string> }>;
}

/** Same path without its trailing slash; several leading slashes would name another host and become one. */
function withoutTrailingSlash(url: string): string | null {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (path === '/' || !path.endsWith('/')) return null;
  const shorter = `/${path.replace(/^\/+|\/+$/g, '')}`;
  return query === undefined ? shorter : `${shorter}?${query}`;
}

async function sendPage(options: PagesOptions, url: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { renderPage, assets, transform } = await options.site(url);
  const settings = options.settings();
  const rendered = await renderPage({
    // The address is the site's own: the Host header of a request names nothing here.
    request: new Request(new URL(url.replace(/^\/+/, '/'), settings.siteUrl), { signal: AbortSignal.timeout(15_000) }),
    client: options.client,
    settings,
    assets,
    requestId: request.id,
    onError: (error) => request.log.error({ err: error }, 'a page failed'),
  });
  if (rendered instanceof Response) {
    return reply
      .status(rendered.status)
      .header('cache-control', cachePolicies.public)
      .header('location', rendered.headers.get('location') ?? '/')
      .send();
  }
  if (rendered.status === 503) reply.header('retry-after', '5');
  return reply
    .status(rendered.status)
    .headers(rendered.headers)
    .header('cache-control', cachePolicies[rendered.cache])
    .type('text/html; charset=utf-8')
    .send(transform ? await transform(rendered.html) : rendered.html);
}

/** Answers every address that nothing else knows with a page, the error screen included. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  // The API's reference is a page among the API's addresses.
  for (const url of ['/*', '/api/docs']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const shorter = withoutTrailingSlash(request.url);
        if (shorter) return reply.status(308).header('cache-control', cachePolicies.public).header('location', shorter).send();
        return sendPage(options, request.url, request, reply);
      },
    });
  }
}

/** The error screen for an address so broken that no route could be looked up for it. */
export function answerBadAddress(options: PagesOptions): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return (request, reply) => sendPage(options, '/a-broken-address', request, reply);
}
