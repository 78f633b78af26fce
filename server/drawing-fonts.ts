import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

const fonts = [
  '@fontsource/martian-mono/files/martian-mono-latin-400-normal.woff',
  '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-400-normal.woff',
  '@fontsource/familjen-grotesk/files/familjen-grotesk-latin-700-normal.woff',
];

const woffHeader = 44;
const woffRecord = 20;
const sfntHeader = 12;
const sfntRecord = 16;

/** Unpacks a WOFF 1.0 font (W3C, sections 3 to 5) into the TrueType file inside, which is what font libraries read. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const records = Array.from({ length: count }, (_, index) => {
    const at = woffHeader + index * woffRecord;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data: packed < length ? inflateSync(bytes) : bytes };
  });
  const head = Buffer.alloc(sfntHeader + count * sfntRecord);
  const power = Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(sfntRecord * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(sfntRecord * (count - 2 ** power), 10);
  const parts = [head];
  let offset = head.length;
  records.forEach(({ tag, checksum, data }, index) => {
    const at = sfntHeader + index * sfntRecord;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    // Tables begin at multiples of four.
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

/**
 * Lets the picture library draw text on machines without any font: our own, unpacked, and nothing else. Call before the
 * first drawing.
 */
export async function provideDrawingFonts(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'cache/fonts');
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  for (const font of fonts) {
    const name = font.split('/').at(-1)?.replace('.woff', '.ttf') ?? font;
    await writeFile(join(folder, name), unpackWoff(await readFile(resolve(font))));
  }
  const file = join(folder, 'fonts.conf');
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  await writeFile(file, `<fontconfig><dir>${escaped}</dir><cachedir>${escaped}</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = file;
}
