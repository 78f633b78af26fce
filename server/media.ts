import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Sharp } from 'sharp';
import { z } from 'zod';
import type { Context } from '../api/context.ts';
import { ApiError } from '../api/errors.ts';
import { getMedia } from '../api/media/get.ts';
import { cachePolicies } from '../contract/cache-policies.ts';
import { hasVariants, type PictureFormat, pictureFormats, variantWidths } from '../contract/picture-variants.ts';
import { addressText } from '../contract/text-input.ts';
import { keepPictures } from './picture-cache.ts';
import { sendPicture } from './send-picture.ts';

// A picture opened by itself is a document of its own: it may draw, and do nothing else.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** About the same to the eye; more effort takes several times as long for one or two bytes of a hundred. */
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
};

/** A picture upright, at most so many pixels across, without what a camera noted beside it. */
async function convert(bytes: Buffer, width: number, format: PictureFormat): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const upright = sharp(bytes, { limitInputPixels: 100_000_000 }).autoOrient();
  return encoders[format](upright.resize({ width, withoutEnlargement: true })).toBuffer();
}

const named = z.object({ name: addressText(200) });
const variant = named.extend({
  width: z.coerce.number().int().min(1).max(10_000),
  format: z.enum(pictureFormats),
});

/**
 * Serves the editors' pictures by name, and those of pixels in the widths and formats that texts offer, each made when it is first
 * asked for and kept in the data folder.
 */
export function serveMedia(app: FastifyInstance, ctx: Context, dataDir: string): void {
  const kept = keepPictures(join(dataDir, 'cache/pictures'), app.log);

  app.get<{ Params: z.output<typeof named> }>(
    '/media/:name',
    { schema: { hide: true, params: named } },
    async (request, reply) => {
      const { contentType, bytes, sha256 } = await getMedia(ctx, request.params.name);
      reply.header('content-security-policy', picturePolicy);
      return sendPicture(request, reply, { etag: `"${sha256.slice(0, 32)}"`, type: contentType, read: () => bytes });
    },
  );

  app.get<{ Params: z.output<typeof variant> }>(
    '/media/:name/:width.:format',
    { schema: { hide: true, params: variant } },
    async (request, reply) => {
      const { name, width, format } = variant.parse(request.params);
      const { bytes, sha256, width: own } = await getMedia(ctx, name);
      if (!hasVariants(name) || !own || !variantWidths(own).includes(width))
        throw new ApiError('not_found', 'There is no such picture.');
      try {
        reply.header('content-security-policy', picturePolicy);
        return await sendPicture(request, reply, {
          etag: `"${sha256.slice(0, 32)}-${width}-${format}"`,
          type: `image/${format}`,
          read: () => kept([sha256, String(width), format], () => convert(bytes, width, format)),
        });
      } catch (error) {
        request.log.warn({ err: error }, 'a picture could not be made smaller');
        // A browser that chose this one would not try another.
        return reply.header('cache-control', cachePolicies.never).redirect(`/media/${name}`, 307);
      }
    },
  );
}
