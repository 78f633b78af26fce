import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import { getMedia, getMediaBytes } from '../../api/media/get.ts';
import { convertPicture } from '../../api/pictures/convert.ts';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { hasVariants, listVariantWidths, pictureFormats } from '../../contract/picture-variants.ts';
import { addressText } from '../../contract/text-input.ts';
import { chooseEncoding, encodeBody } from '../http/encodings.ts';
import { createPictureCache } from './picture-cache.ts';
import { sendPicture } from './send-picture.ts';

// A picture opened in its own tab is a document; it may apply styles and do nothing else.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const named = z.object({ name: addressText(200) });
const variant = named.extend({
  width: z.coerce.number().int().min(1).max(10_000),
  format: z.enum(pictureFormats),
});

/**
 * Serves the editors' pictures by name. Raster pictures are also served in the widths and formats that texts offer.
 * Each variant is made on the first request and kept in the data folder.
 */
export function serveMedia(app: FastifyInstance, ctx: Context, dataDir: string): void {
  const kept = createPictureCache(join(dataDir, 'cache/pictures'), app.log);
  // A separate cache, so that originals do not wait for conversions.
  const originals = createPictureCache(join(dataDir, 'cache/originals'), app.log);

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
        read: () => originals([sha256, encoding], async () => encodeBody(await getMediaBytes(ctx, sha256), encoding)),
      });
    },
  );

  app.get<{ Params: z.output<typeof variant> }>(
    '/media/:name/:width.:format',
    { schema: { hide: true, params: variant } },
    async (request, reply) => {
      const { name, width, format } = variant.parse(request.params);
      const { sha256, width: own } = await getMedia(ctx, name);
      if (!hasVariants(name) || !own || !listVariantWidths(own).includes(width))
        throw new ApiError('not_found', 'There is no such picture.');
      try {
        reply.header('content-security-policy', picturePolicy);
        return await sendPicture(request, reply, {
          etag: `"${sha256.slice(0, 32)}-${width}-${format}"`,
          type: `image/${format}`,
          read: () =>
            kept([sha256, String(width), format], async () =>
              convertPicture(await getMediaBytes(ctx, sha256), { to: `image/${format}`, width }),
            ),
        });
      } catch (error) {
        request.log.warn({ err: error }, 'a picture could not be made smaller');
        // A browser that chose this variant does not try another one.
        return reply.header('cache-control', cachePolicies.never).redirect(`/media/${name}`, 307);
      }
    },
  );
}
