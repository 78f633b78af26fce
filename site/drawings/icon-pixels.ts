import { drawMark } from './icon.ts';
import type { Picture } from './picture.ts';

/** Describes the icon as a square PNG with a background. `size` is in pixels. */
export function createIconPicture(size: number): Picture {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 16 16">` +
    `${drawMark('fill="#17211b"', 'stroke="#f6f3ea"', 'stroke="#55d38c"')}</svg>`;
  return { svg, drawnWidth: size, width: size, blocks: [], colors: 256 };
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
