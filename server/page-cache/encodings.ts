import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** Content codings (RFC 9110, section 8.4.1) in the order we prefer them, the smallest first; `identity` is none. */
const codings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof codings)[number] | 'identity';

/** Below this many bytes an answer fits into one packet anyway. */
const leastBytes = 600;

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}

// Measured on pages of this site: a step more costs several times the time for one or two bytes of a hundred, and every
// edit makes what it touched anew.
const compressors: Record<(typeof codings)[number], (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, 5),
  zstd: (body) => promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

export function isWorthEncoding(body: Buffer): boolean {
  return body.length >= leastBytes;
}

export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? body : compressors[encoding](body);
}

/** Brotli with ten to twelve bytes of a hundred less, for fifteen times the time: 15 to 50 ms for a page. */
export function encodeBest(body: Buffer): Promise<Buffer> {
  return brotli(body, 10);
}

function negotiate(accepted: string, offered: readonly Encoding[]): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  let best: Encoding = 'identity';
  // Not encoding is worth as much as it is said to be; unsaid, less than any coding that is welcome.
  let most = weights.get('identity') ?? 0;
  for (const name of offered) {
    const isBetter = best === 'identity' ? weightOf(name) >= most : weightOf(name) > most;
    if (weightOf(name) > 0 && isBetter) {
      best = name;
      most = weightOf(name);
    }
  }
  return best;
}

const longestKept = 200;
const mostKept = 500;
const negotiated = new Map<string, Encoding>();

/** The coding that an Accept-Encoding header (RFC 9110, section 12.5.3) likes best, of those offered, the smallest first. */
export function chooseEncoding(accepted: string | undefined, offered: readonly Encoding[] = codings): Encoding {
  if (!accepted) return 'identity';
  const name = `${offered} ${accepted}`;
  const known = negotiated.get(name);
  if (known) return known;
  const found = negotiate(accepted, offered);
  // Browsers send a handful of them; whoever makes up others has them read each time.
  if (accepted.length <= longestKept && negotiated.size < mostKept) negotiated.set(name, found);
  return found;
}
