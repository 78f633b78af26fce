import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createMultipartPost } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';

function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG of one colour, one bit a pixel (PNG specification, third edition, section 11). */
export async function createFlatPng(width: number, height: number, rows = height): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  // On another thread, because this thread measures how long other visitors wait.
  const pixels = await promisify(deflate)(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Width, height and, if the header lies about the height, the actual number of rows. */
const sizes: [width: number, height: number, rows?: number][] = [
  [50_000_000, 1],
  [1, 50_000_000, 1_000],
  [16_385, 1],
  [1, 16_385],
  [16_384, 16_384],
  [7_000, 7_000],
  [0x7fffffff, 0x7fffffff, 1],
  [0, 10],
];

/** Uploads small files that decode to large pictures. */
export const pictureBombs: Attack = {
  name: 'picture-bombs',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const files = await Promise.all(
      sizes.map(async ([width, height, rows]) => ({ width, height, bytes: await createFlatPng(width, height, rows) })),
    );
    const all = Array.from({ length: isShort ? 2 : 6 }, () => files).flat();
    await attackConcurrently(all.entries(), 16, async ([index, { width, height, bytes }]) => {
      const form = createMultipartPost('/api/file/upload', [{ name: 'plan.png', bytes }]);
      const { status, milliseconds } = await attempts.send(form, getAttackerAddress(index), 60_000);
      const size = `${width} by ${height} pixels`;
      if (Math.max(width, height) > 16_384) attempts.expect(status >= 400 && status < 500, `${size}: ${status}`);
      attempts.expect(status > 0 && (status < 500 || status === 503), `${size}: ${status}`);
      attempts.expect(milliseconds < 30_000, `${size} took ${Math.round(milliseconds / 1000)} s`);
    });
    return attempts;
  },
};
