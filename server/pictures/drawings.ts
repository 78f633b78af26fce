import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Context } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import type { DataSheet, Schematic } from '../../contract/content/entry-fields.ts';
import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import { typesWithPages } from '../../contract/content/entry-types.ts';
import { getTypeName } from '../../contract/content/list-settings.ts';
import { type CachePolicy, cachePolicies } from '../../contract/http/cache-policies.ts';
import { type Client, isApiFailure } from '../../contract/http/client.ts';
import { drawChart, drawNarrowChart } from '../../site/drawings/chart.ts';
import { choosePlateFamily } from '../../site/drawings/choose-plate-family.ts';
import { createSvgDocument } from '../../site/drawings/drawing.ts';
import { createPicture } from '../../site/drawings/picture.ts';
import { drawPlate } from '../../site/drawings/plate.ts';
import { drawNarrowSchematic, drawSchematic } from '../../site/drawings/schematic.ts';
import { createSocialImage, type SocialWords } from '../../site/drawings/social-image.ts';
import type { RenderedLook, RenderLook } from '../../site/look.ts';
import type { DocumentSettings } from '../../site/settings.ts';
import { createEtag } from '../http/etag.ts';
import type { GetOrDraw } from './draw.ts';
import { drawCover, findPicture, findSubject, type Subject } from './find-subject.ts';
import { sendPicture } from './send-picture.ts';

/** Social images in memory, about 80 kB each. Programs that preview links request the same few again and again. */
const maxRecentImages = 50;

interface DrawnImage {
  bytes: Buffer;
  etag: string;
}

/** Width of a downloaded chart in pixels: twice its drawn width. */
const chartWidth = 1600;

const slug = z.string().regex(/^[a-z0-9-]{1,120}$/);
const named = z.object({ type: z.enum(typesWithPages), slug });
/** Only one spelling of each number is valid, because each address is a key of the page cache. */
const numbered = named.extend({
  sheet: z
    .string()
    .regex(/^(?:1?\d|20)$/)
    .transform(Number),
});
/** The parameters of a drawing's address. `admin` may hold a preview token, which the API checks. */
const asked = named.extend({ admin: z.string().optional().catch(undefined) });
const parseParameters = ({ params, query }: FastifyRequest) =>
  asked.parse({ ...(query as object), ...(params as object) });

/** A drawing may use its own styles, but run and fetch nothing. */
const drawingPolicy = "default-src 'none';style-src 'unsafe-inline'";

export function sendSvg(reply: FastifyReply, svg: string, policy: CachePolicy = 'picture'): FastifyReply {
  reply.type('image/svg+xml').header('content-security-policy', drawingPolicy);
  return reply.header('cache-control', cachePolicies[policy]).send(svg);
}

function sendPng(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: DrawnImage,
  policy?: CachePolicy,
): Promise<FastifyReply> {
  return sendPicture(request, reply, { etag, type: 'image/png', read: () => bytes, policy });
}

/** Returns the cache policy of a drawing. A preview must never be cached. */
const chooseCachePolicy = ({ preview }: EntryDetail): CachePolicy => (preview ? 'never' : 'public');

const createNotFoundError = () => new ApiError('not_found', 'There is no such drawing.');

/** Returns the charts of an entry: those of an infographic, or of the sections of a page. */
function listSheets(entry: EntryDetail): DataSheet[] {
  if (entry.type === 'INFOGRAPHIC') return entry.fields.sheets;
  if (entry.type !== 'PAGE') return [];
  return (entry.fields.sections ?? []).flatMap((section) => (section.kind === 'chart' ? [section.sheet] : []));
}

/** Returns the schematic of an entry: its own, or that of the opening of a page. */
function findSchematic(entry: EntryDetail): Schematic | undefined {
  if (entry.type !== 'PAGE') return 'schematic' in entry.fields ? entry.fields.schematic : undefined;
  const opening = entry.fields.sections?.find((section) => section.kind === 'hero');
  return opening?.art?.kind === 'schematic' ? opening.art.schematic : undefined;
}

export interface DrawingsOptions {
  ctx: Context;
  /** Returns the client that reads what a request draws; a preview reads something else than visitors. */
  clientFor: (request: FastifyRequest) => Client;
  loadSettings: (client: Client) => Promise<DocumentSettings>;
  readLooks: () => Promise<RenderLook>;
  /** Whether the site draws covers and social images, which may show pictures of its database. */
  hasPictures: boolean;
  /** The cache of drawings: all pages and previews of a server share one, and so its limit. */
  getOrDraw: GetOrDraw;
}

/** Serves the pictures that are drawn from entries by code: plates, schematics, charts and social images. */
export function serveDrawings(
  app: FastifyInstance,
  { ctx, clientFor, loadSettings, readLooks, hasPictures, getOrDraw }: DrawingsOptions,
): void {
  const recentImages = new LRUCache<string, Promise<DrawnImage>>({ max: maxRecentImages });

  async function find(
    request: FastifyRequest,
    { type, slug, admin }: z.output<typeof asked> = parseParameters(request),
  ): Promise<EntryDetail> {
    try {
      return await clientFor(request).entries(type, 'item', { slug, admin });
    } catch (error) {
      if (isApiFailure(error) && error.kind === 'client') throw createNotFoundError();
      throw error;
    }
  }

  async function loadLook(
    request: FastifyRequest,
  ): Promise<{ siteName: string; sharingPicture: string | undefined; look: RenderedLook }> {
    const { company, look } = await loadSettings(clientFor(request));
    return { siteName: company.name, sharingPicture: company.sharingPicture, look: (await readLooks())(look) };
  }

  async function makeSocialImage(
    words: SocialWords,
    { isPlate, draw }: Subject,
    look: RenderedLook,
  ): Promise<DrawnImage> {
    const bytes = await getOrDraw(createSocialImage(words, await draw(), isPlate, look));
    return { bytes, etag: createEtag(bytes) };
  }

  async function loadSocialImage(
    request: FastifyRequest,
    entry: EntryDetail,
    label: string | null,
  ): Promise<DrawnImage> {
    const { siteName, sharingPicture, look } = await loadLook(request);
    const words = { label: label ?? siteName, title: entry.title, siteName };
    // Without a label the picture stands for the whole site.
    const own = label === null ? await findPicture(ctx, sharingPicture) : null;
    const subject = own ?? (await findSubject(ctx, entry));
    const key = JSON.stringify([words, subject.key, look.attributes, look.style.source]);
    const known = recentImages.get(key);
    if (known) return known;
    const made = makeSocialImage(words, subject, look);
    recentImages.set(key, made);
    made.catch(() => recentImages.delete(key));
    return made;
  }

  function findSheet(entry: EntryDetail, { params }: FastifyRequest) {
    const { sheet } = params as z.output<typeof numbered>;
    const found = listSheets(entry)[sheet];
    if (!found) throw createNotFoundError();
    return found;
  }

  app.get('/drawings/plate/:type/:slug.svg', { schema: { hide: true, params: named } }, async (request, reply) => {
    const entry = await find(request);
    const { look } = await loadLook(request);
    return sendSvg(
      reply,
      createSvgDocument(drawPlate(entry.type, entry.slug, choosePlateFamily(entry)), look),
      entry.preview ? 'never' : 'picture',
    );
  });
  for (const [address, draw] of [
    ['/drawings/schematic/:type/:slug.svg', drawSchematic],
    ['/drawings/schematic/:type/:slug/narrow.svg', drawNarrowSchematic],
  ] as const) {
    app.get(address, { schema: { hide: true, params: named } }, async (request, reply) => {
      const entry = await find(request);
      const schematic = findSchematic(entry);
      if (!schematic) throw createNotFoundError();
      const { look } = await loadLook(request);
      return sendSvg(reply, createSvgDocument(draw(schematic), look), chooseCachePolicy(entry));
    });
  }
  for (const [address, draw] of [
    ['/drawings/chart/:type/:slug/:sheet.svg', drawChart],
    ['/drawings/chart/:type/:slug/:sheet/narrow.svg', drawNarrowChart],
  ] as const) {
    app.get(address, { schema: { hide: true, params: numbered } }, async (request, reply) => {
      const entry = await find(request);
      const { look } = await loadLook(request);
      return sendSvg(reply, createSvgDocument(draw(findSheet(entry, request)), look), chooseCachePolicy(entry));
    });
  }
  app.get(
    '/drawings/chart/:type/:slug/:sheet.png',
    { schema: { hide: true, params: numbered } },
    async (request, reply) => {
      const entry = await find(request);
      const chart = drawChart(findSheet(entry, request));
      const bytes = await getOrDraw(createPicture(chart, chartWidth, (await loadLook(request)).look));
      return sendPng(request, reply, { bytes, etag: createEtag(bytes) }, chooseCachePolicy(entry));
    },
  );
  if (!hasPictures) return;
  app.get('/drawings/cover/:type/:slug.svg', { schema: { hide: true, params: named } }, async (request, reply) => {
    const entry = await find(request);
    const drawing = await drawCover(ctx, entry);
    if (!drawing) return reply.header('cache-control', cachePolicies.never).redirect(entry.cover ?? '/', 307);
    const isPlate = entry.cover === null && !entry.preview;
    return sendSvg(
      reply,
      createSvgDocument(drawing, (await loadLook(request)).look),
      isPlate ? 'picture' : chooseCachePolicy(entry),
    );
  });
  app.get('/social-images/:type/:slug.png', { schema: { hide: true, params: named } }, async (request, reply) => {
    const entry = await find(request, named.parse(request.params));
    const { lists } = await loadSettings(clientFor(request));
    return sendPng(request, reply, await loadSocialImage(request, entry, getTypeName(lists, entry.type)));
  });
  app.get('/social-image.png', { schema: { hide: true } }, async (request, reply) => {
    const home = await find(request, { type: 'PAGE', slug: 'home' });
    return sendPng(request, reply, await loadSocialImage(request, home, null));
  });
}
