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
import { keepPictures } from './picture-cache.ts';
import { sendPicture } from './send-picture.ts';

// A picture opened by itself is a document of its own: it may draw, and do nothing else.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

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
  // Apart, for they wait for no drawing.
  const originals = keepPictures(join(dataDir, 'cache/originals'), app.log);

  app.get<{ Params: z.output<typeof named> }>(
    '/media/:name',
    { schema: { hide: true, params: named } },
    async (request, reply) => {
      const { contentType, sha256 } = await getMedia(ctx, request.params.name);
      reply.header('content-security-policy', picturePolicy);
      return sendPicture(request, reply, {
        etag: `"${sha256.slice(0, 32)}"`,
        type: contentType,
        read: () => originals([sha256], () => getMediaBytes(ctx, sha256)),
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
        // A browser that chose this one would not try another.
        return reply.header('cache-control', cachePolicies.never).redirect(`/media/${name}`, 307);
      }
    },
  );
}
