import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uploadField } from '../contract/forms/uploads.ts';
import { fromPage } from './sample-forms.ts';

export interface SampleFile {
  name: string;
  bytes: Buffer;
}

/** Creates a small PDF, or one of `size` bytes. */
export function createPdf(name = 'plan.pdf', size = 0): SampleFile {
  const head = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  return { name, bytes: Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), ' ')]) };
}

function createPicture(width: number, height: number) {
  const left = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#b00' };
  return sharp({ create: { ...left, width, background: '#0b0' } }).composite([
    { input: { create: left }, left: 0, top: 0 },
  ]);
}

/** Creates a PNG whose left half is red and whose right half is green. */
export async function createPng(name = 'sketch.png', width = 40, height = 20): Promise<SampleFile> {
  return { name, bytes: await createPicture(width, height).png().toBuffer() };
}

/**
 * Creates a picture of red and green frames of 40 by 20 pixels, each with a light bar at its own place; `delay`: the
 * milliseconds of each frame.
 */
export async function createAnimation(name = 'moving.gif', frames = 4, delay = 100): Promise<SampleFile> {
  const [width, height] = [40, 20];
  const pixels = Buffer.from(
    Array.from({ length: frames * height }, (_, row) =>
      Array.from({ length: width }, (_, x) =>
        x === Math.floor(row / height) % width
          ? [230, 230, 230]
          : Math.floor(row / height) % 2
            ? [0, 187, 0]
            : [187, 0, 0],
      ),
    ).flat(2),
  );
  const picture = sharp(pixels, { raw: { width, height: frames * height, channels: 3, pageHeight: height } });
  const delays = Array.from({ length: frames }, () => delay);
  const encoded = name.endsWith('.gif') ? picture.gif({ delay: delays }) : picture.webp({ delay: delays });
  return { name, bytes: await encoded.toBuffer() };
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/**
 * Creates a black PNG (PNG 3, section 5) of any size in a few kilobytes: one bit a pixel, or interlaced with 64 bits
 * and truncated.
 */
export function makeBlackPng(width: number, height: number, { isInterlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(isInterlaced ? [16, 6, 0, 0, 1] : [1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(isInterlaced ? 1_000_000 : height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(rows)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a JPEG of 40 by 20 pixels whose EXIF data contain a location and a rotation by a quarter turn. */
export async function createJpeg(name = 'site.jpg'): Promise<SampleFile> {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 27/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '2/1 35/1 0/1' };
  const bytes = await createPicture(40, 20)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Camera of Ada' }, IFD3: gps })
    .jpeg()
    .toBuffer();
  return { name, bytes };
}

/** Creates a ZIP archive of uncompressed entries (APPNOTE.TXT, section 4.3). Its directory can name other sizes. */
export function makeZip(entries: Record<string, string>, declaredBytes?: number): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, content]);
    if (declaredBytes !== undefined) common.writeUInt32LE(declaredBytes, 18);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

/** Creates the smallest DOCX that Word opens; with `declaredBytes`, one whose parts say that they unpack to so many. */
export function createDocx(name = 'brief.docx', declaredBytes?: number): SampleFile {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const parts = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': '<?xml version="1.0"?><Relationships/>',
    'word/document.xml': '<?xml version="1.0"?><document/>',
  };
  const bytes = makeZip(parts, declaredBytes);
  return { name, bytes };
}

/** Creates a multipart body of files as a script of the site sends it. Names are not escaped. */
export function createMultipart(
  files: SampleFile[],
  fields: Record<string, string> = {},
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----${randomUUID()}`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({ head: `name="${name}"`, bytes: Buffer.from(value) })),
    ...files.map(({ name, bytes }) => ({
      head: `name="${uploadField}"; filename="${name}"\r\ncontent-type: application/octet-stream`,
      bytes,
    })),
  ];
  const payload = Buffer.concat([
    ...parts.flatMap(({ head, bytes }) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { headers: { ...fromPage, 'content-type': `multipart/form-data; boundary=${boundary}` }, payload };
}
