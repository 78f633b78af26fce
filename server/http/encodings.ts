import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { Negotiator } from 'negotiator';

/** Content codings (RFC 9110, section 8.4.1), the smallest result first; `identity` means not encoded. */
const encodings = ['br', 'zstd', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** The longest Accept-Encoding header that is parsed; browsers send about 25 characters. */
const maxHeaderLength = 300;
/** A smaller body fits into one packet without compression. */
const minBytes = 600;

/**
 * A body up to this size is compressed at once, which takes at most two milliseconds. A thread would do it in the same
 * time, and handing the body over and back takes half as much again.
 */
const maxSyncBytes = 128 * 1024;

function createEncoder<O>(
  compressSync: (body: Buffer, options: O) => Buffer,
  compress: (body: Buffer, options: O) => Promise<Buffer>,
  options: O,
): (body: Buffer) => Promise<Buffer> {
  return async (body) => (body.length <= maxSyncBytes ? compressSync(body, options) : compress(body, options));
}

// Measured on pages of this site: a higher level of an encoder takes longer and saves at most two percent.
const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: createEncoder<BrotliOptions>(brotliCompressSync, promisify(brotliCompress), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  }),
  zstd: createEncoder<ZstdOptions>(zstdCompressSync, promisify(zstdCompress), {
    params: { [constants.ZSTD_c_compressionLevel]: 9 },
  }),
  gzip: createEncoder<ZlibOptions>(gzipSync, promisify(gzip), { level: 6 }),
  identity: async (body) => body,
};

export function isWorthEncoding(body: Buffer): boolean {
  return body.length >= minBytes;
}

export function encodeBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](body);
}

/**
 * Returns the offered coding that an Accept-Encoding header (RFC 9110, section 12.5.3) prefers. Of codings with equal
 * weights, returns the one with the smallest result.
 */
export function chooseEncoding(accepted: string | undefined, offered: readonly Encoding[] = encodings): Encoding {
  if (!accepted || accepted.length > maxHeaderLength) return 'identity';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  return negotiator.encoding(offered, { preferred: encodings }) ?? 'identity';
}
