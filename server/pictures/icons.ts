import type { FastifyInstance, FastifyReply } from 'fastify';
import { getMedia, getMediaBytes } from '../../api/content/media/library.ts';
import { convertPicture } from '../../api/content/pictures/convert.ts';
import type { Context } from '../../api/context.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { Palette } from '../../contract/look/colours.ts';
import { drawIcon, drawMark } from '../../site/drawings/icon.ts';
import type { Picture } from '../../site/drawings/picture.ts';
import type { RenderedLook } from '../../site/look.ts';
import type { DocumentSettings } from '../../site/settings.ts';
import type { GetOrDraw } from './draw.ts';
import { sendSvg } from './drawings.ts';

/** Pixels of a side of the largest icon. */
const largest = 512;

function sendIcon(reply: FastifyReply, png: Buffer): FastifyReply {
  return reply.type('image/png').header('cache-control', cachePolicies.picture).send(png);
}

/** Describes the icon as a square PNG with a background. `size` is in pixels. */
export function createIconPicture(size: number, { light, dark }: Palette): Picture {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16">` +
    `${drawMark(`fill="${light.ink}"`, `stroke="${light.ground}"`, `stroke="${dark.accent}"`)}</svg>`;
  return { svg, drawnWidth: size, width: size, blocks: [], fontPackages: [], colors: 256 };
}

/** Creates `favicon.ico` from a PNG of 32 pixels: a container of 22 bytes with one directory entry, and the PNG. */
export function createFavicon(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18); // where the picture begins
  return Buffer.concat([head, png]);
}

/** Describes a square PNG of a picture of the library: a drawing, or a PNG. */
function createOwnIconPicture(size: number, { type, bytes }: { type: string; bytes: Buffer }): Picture {
  const image = `<image width="16" height="16" href="data:${type};base64,${bytes.toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16">${image}</svg>`;
  return { svg, drawnWidth: size, width: size, blocks: [], fontPackages: [], colors: 256 };
}

/** Reads the company's icon, no larger than the largest PNG; null without one, or if it cannot be read. */
async function readIcon(ctx: Context, name: string | undefined) {
  if (!name) return null;
  try {
    const { contentType: type, sha256 } = await getMedia(ctx, name);
    const bytes = await getMediaBytes(ctx, sha256);
    if (type === 'image/svg+xml') return { type, bytes };
    const crop = { ratio: 1, focusX: 0.5, focusY: 0.5 };
    return { type, bytes: (await convertPicture(bytes, { to: 'image/png', width: largest, crop })).bytes };
  } catch {
    return null;
  }
}

interface IconsOptions {
  ctx: Context;
  getOrDraw: GetOrDraw;
  loadLook: () => Promise<RenderedLook>;
  loadSettings: () => Promise<DocumentSettings>;
}

/** Serves the site's icons: the company's, or the drawn one. */
export function serveIcons(app: FastifyInstance, { ctx, getOrDraw, loadLook, loadSettings }: IconsOptions): void {
  const findIcon = async () => readIcon(ctx, (await loadSettings()).company.icon);
  async function drawIconPicture(size: number, isOpaque = false): Promise<Buffer> {
    const [own, { palette }] = await Promise.all([findIcon(), loadLook()]);
    if (!own) return getOrDraw(createIconPicture(size, palette));
    // A device draws black behind a transparent icon of its home screen.
    return getOrDraw({ ...createOwnIconPicture(size, own), ...(isOpaque ? { background: palette.light.ground } : {}) });
  }
  app.get('/icon.svg', { schema: { hide: true } }, async (_request, reply) => {
    const own = await findIcon();
    if (own && own.type !== 'image/svg+xml')
      return reply.header('cache-control', cachePolicies.never).redirect('/icon-512.png', 307);
    return sendSvg(reply, own?.bytes.toString('utf8') ?? drawIcon((await loadLook()).palette));
  });
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) => {
    return sendIcon(reply, createFavicon(await drawIconPicture(32))).type('image/x-icon');
  });
  for (const [name, size] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', largest],
  ] as const) {
    app.get(name, { schema: { hide: true } }, async (_request, reply) =>
      sendIcon(reply, await drawIconPicture(size, name === '/apple-touch-icon.png')),
    );
  }
}
