import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getMedia, getMediaBytes } from '../../api/content/media/library.ts';
import { type Conversion, convertPicture } from '../../api/content/pictures/convert.ts';
import type { Context } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import {
  coverSize,
  coverWidths,
  hasVariants,
  listVariantWidths,
  pictureFormats,
} from '../../contract/content/picture-variants.ts';
import { createAddressInput } from '../../contract/forms/text-input.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { chooseEncoding, encodeBody } from '../http/encodings.ts';
import { createEtag } from '../http/etag.ts';
import { createPictureCache } from './picture-cache.ts';
import { sendPicture } from './send-picture.ts';

/** A picture opened in its own tab is a document. It may apply styles and do nothing else. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const named = z.object({ name: createAddressInput(200) });
const variant = named.extend({
  width: z.coerce.number().int().min(1).max(10_000),
  format: z.enum(pictureFormats),
});

const cover = named.extend({ width: z.coerce.number().pipe(z.literal(coverWidths)) });

const createNotFoundError = () => new ApiError('not_found', 'There is no such picture.');

/**
 * Serves the editors' pictures by name. Raster pictures are also served in the widths and formats that texts offer, and
 * cropped to the shape of a cover. Each variant is made on the first request and kept in the data folder.
 */
export function serveMedia(app: FastifyInstance, ctx: Context, dataDir: string): void {
  const getOrConvert = createPictureCache('pictures', dataDir, app.log);
  // A separate cache, so that originals, compressed or not, do not wait for conversions.
  const getOriginal = createPictureCache('originals', dataDir, app.log);

  app.get<{ Params: z.output<typeof named> }>(
    '/media/:name',
    { schema: { hide: true, params: named } },
    async (request, reply) => {
      const { contentType, sha256 } = await getMedia(ctx, request.params.name);
      reply.header('content-security-policy', picturePolicy);
      const isText = contentType === 'image/svg+xml';
      const encoding = isText ? chooseEncoding(request.headers['accept-encoding']?.toString()) : 'identity';
      if (isText) reply.header('vary', 'accept-encoding');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return sendPicture(request, reply, {
        etag: `"${sha256.slice(0, 32)}-${encoding}"`,
        type: contentType,
        read: () => getOriginal([sha256, encoding], async () => encodeBody(await getMediaBytes(ctx, sha256), encoding)),
      });
    },
  );

  /** Sends a converted raster picture. Redirects to the original file if the picture cannot be converted. */
  async function sendConverted(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, sha256 }: { name: string; sha256: string },
    conversion: Conversion,
  ): Promise<FastifyReply> {
    const key = JSON.stringify(conversion);
    try {
      reply.header('content-security-policy', picturePolicy);
      return await sendPicture(request, reply, {
        etag: createEtag(sha256 + key),
        type: conversion.to,
        read: () =>
          getOrConvert(
            [sha256, key],
            async () => (await convertPicture(await getMediaBytes(ctx, sha256), conversion)).bytes,
          ),
      });
    } catch (error) {
      request.log.warn({ err: error }, 'a picture could not be made smaller');
      // A browser that chose this variant does not try another one.
      return reply.header('cache-control', cachePolicies.never).redirect(`/media/${name}`, 307);
    }
  }

  app.get<{ Params: z.output<typeof variant> }>(
    '/media/:name/:width.:format',
    { schema: { hide: true, params: variant } },
    async (request, reply) => {
      const { name, width, format } = variant.parse(request.params);
      const { sha256, width: own } = await getMedia(ctx, name);
      if (!hasVariants(name) || !own || !listVariantWidths(own).includes(width)) throw createNotFoundError();
      return sendConverted(request, reply, { name, sha256 }, { to: `image/${format}`, width });
    },
  );

  /** Sends a photograph as a cover, cropped around its focal point. */
  async function sendCover(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    target: Pick<Conversion, 'to' | 'width'>,
  ): Promise<FastifyReply> {
    const { sha256, focusX, focusY } = await getMedia(ctx, name);
    if (!hasVariants(name)) throw createNotFoundError();
    const crop = { ratio: coverSize.width / coverSize.height, focusX, focusY };
    return sendConverted(request, reply, { name, sha256 }, { ...target, crop });
  }

  app.get<{ Params: z.output<typeof named> }>(
    '/media/:name/cover.webp',
    { schema: { hide: true, params: named } },
    // Two pixels for each CSS pixel.
    (request, reply) =>
      sendCover(request, reply, request.params.name, { to: 'image/webp', width: 2 * coverSize.width }),
  );

  app.get<{ Params: z.output<typeof cover> }>(
    '/media/:name/cover-:width.avif',
    { schema: { hide: true, params: cover } },
    (request, reply) => {
      const { name, width } = cover.parse(request.params);
      return sendCover(request, reply, name, { to: 'image/avif', width });
    },
  );
}
