import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import { entryTypes } from '../../contract/content/entry-types.ts';
import { type TypeWithList, typesWithList } from '../../contract/content/list-settings.ts';
import { type CachePolicy, cachePolicies } from '../../contract/http/cache-policies.ts';
import { type Client, isApiFailure } from '../../contract/http/client.ts';
import { createFeed, type FeedName, feedFormats } from '../../site/documents/feeds.ts';
import { createSitemap, createSitemapPart } from '../../site/documents/sitemap.ts';
import { createRobotsTxt, createSecurityTxt, createWebManifest } from '../../site/documents/well-known-files.ts';
import { loadLists } from '../../site/load-lists.ts';
import type { RenderedLook } from '../../site/look.ts';
import type { SiteSettings } from '../../site/settings.ts';

/** Serves the calendar file of a consultation, as a download, to visitors with its link. */
function serveCalendar(app: FastifyInstance, client: Client): void {
  app.get<{ Querystring: { manage?: unknown } }>(
    '/book-a-free-consultation/appointment.ics',
    { schema: { hide: true } },
    async ({ query: { manage } }, reply) => {
      const found = await client.call('consultationCalendar', { manage: String(manage ?? '') }).catch((error) => {
        if (!isApiFailure(error) || error.kind !== 'client') throw error;
        throw new ApiError(error.code === 'gone' ? 'gone' : 'not_found', error.message);
      });
      return reply
        .type('text/calendar; charset=utf-8; method=PUBLISH')
        .header('content-disposition', 'attachment; filename="consultation.ics"')
        .header('cache-control', cachePolicies.never)
        .header('x-robots-tag', 'noindex')
        .send(found.calendar);
    },
  );
}

/** Serves documents for programs: feeds, sitemap, robots.txt, the web manifest, security.txt and calendar files. */
export function serveDocuments(
  app: FastifyInstance,
  client: Client,
  loadSettings: () => Promise<SiteSettings>,
  loadLook: () => Promise<RenderedLook>,
): void {
  function serve(url: string, type: string, make: () => string | Promise<string>, cache: CachePolicy = 'public'): void {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      const text = await make();
      return reply.type(type).header('cache-control', cachePolicies[cache]).send(text);
    });
  }

  const createFeedOf = async (name: FeedName, type: TypeWithList | null) => {
    if (type && !(await loadLists(client))[type].feed) throw new ApiError('not_found', 'This list has no feed.');
    return createFeed({ client, settings: await loadSettings() }, name, type);
  };
  for (const { name, contentType } of feedFormats) {
    serve(`/${name}`, contentType, () => createFeedOf(name, null));
    for (const type of typesWithList) {
      serve(`${entryTypes[type].listPath}/${name}`, contentType, () => createFeedOf(name, type));
    }
  }
  serve('/sitemap.xml', 'application/xml; charset=utf-8', async () => createSitemap(client, await loadSettings()));
  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^\\d{1,4}$).xml',
    { schema: { hide: true } },
    async (request, reply) => {
      const xml = await createSitemapPart(client, await loadSettings(), Number(request.params.part));
      if (xml === null) throw new ApiError('not_found', 'The sitemap has no such part.');
      return reply.type('application/xml; charset=utf-8').header('cache-control', cachePolicies.public).send(xml);
    },
  );
  serveCalendar(app, client);
  serve('/robots.txt', 'text/plain; charset=utf-8', async () => createRobotsTxt(await loadSettings()));
  serve(
    '/site.webmanifest',
    'application/manifest+json',
    async () => createWebManifest(await loadSettings(), (await loadLook()).palette),
    'picture',
  );
  serve('/.well-known/security.txt', 'text/plain; charset=utf-8', async () => createSecurityTxt(await loadSettings()));
}
