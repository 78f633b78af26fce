import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Encoding, encode, encodeBest, isWorthEncoding } from './encodings.ts';
import type { Reading } from './sources.ts';

/** An answer as it came out of the site's own routes. */
export interface MadeAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** The bytes of an answer in one encoding, with heads that only lack the request's id, their last value. */
export interface Variant {
  etag: string;
  body: Buffer;
  /** Names and values in turn, as `writeHead` takes them. */
  head: string[];
  /** The head of 304: what a cache may update its copy from (RFC 9110, section 15.4.5). */
  unchanged: string[];
}

/** An answer that anyone may be given, in each encoding that was asked for so far. */
export interface PublicAnswer {
  path: string;
  /** When announcements of changes stopped, after which this may be outdated; absent while they come. */
  unheardSince?: number;
  reading: Reading;
  body: Buffer;
  headers: string[];
  variants: Partial<Record<Encoding, Variant | Promise<Variant>>>;
}

// What belongs to one exchange, or is made anew for each variant.
const ownHeaders = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'etag',
  'vary',
]);

/** The headers of an answer that are the same for everyone, names and values in turn. */
export function sharedHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !ownHeaders.has(name))
    .flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]));
}

/** A strong validator (RFC 9110, section 8.8.1): it changes with the bytes, and only with them. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

function makeVariant({ headers }: PublicAnswer, encoding: Encoding, bytes: Buffer): Variant {
  const etag = etagOf(bytes);
  const validators = ['etag', etag, 'vary', 'accept-encoding'];
  return {
    etag,
    body: bytes,
    head: [
      ...headers,
      ...validators,
      // Whole answers only: a part of a page that changes is of no use (RFC 9110, section 14.3).
      ...['accept-ranges', 'none', 'content-length', String(bytes.length)],
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...['x-request-id', ''],
    ],
    unchanged: [
      ...headers.flatMap((name, at) => (at % 2 === 1 || name === 'content-type' ? [] : [name, headers[at + 1] ?? ''])),
      ...validators,
      ...['x-request-id', ''],
    ],
  };
}

/** The answer in an encoding, compressed once however many ask; `onMade` is told of the bytes it takes. */
export function variantOf(
  answer: PublicAnswer,
  asked: Encoding,
  onMade: (bytes: number) => void,
): Variant | Promise<Variant> {
  const encoding = isWorthEncoding(answer.body) ? asked : 'identity';
  const known = answer.variants[encoding];
  if (known) return known;
  const made = encode(answer.body, encoding).then((bytes) => {
    const variant = makeVariant(answer, encoding, bytes);
    answer.variants[encoding] = variant;
    onMade(headBytes(variant) + (encoding === 'identity' ? 0 : variant.body.length));
    return variant;
  });
  answer.variants[encoding] = made;
  // One that fails is tried again by the next who asks.
  made.catch(() => delete answer.variants[encoding]);
  return made;
}

/** Has the answer in Brotli, where anybody asked for that, become smaller; answers by how many bytes. */
export async function improve(answer: PublicAnswer): Promise<number> {
  const before = answer.variants.br;
  if (!before || before instanceof Promise) return 0;
  const better = makeVariant(answer, 'br', await encodeBest(answer.body));
  const saved = before.body.length - better.body.length;
  if (saved > 0) answer.variants.br = better;
  return Math.max(0, saved);
}

/** About what the two heads of a variant take. */
function headBytes({ head, unchanged }: Variant): number {
  return [...head, ...unchanged].reduce((sum, text) => sum + text.length, 0);
}

/** Whether If-None-Match (RFC 9110, section 13.1.2) names this validator. */
export function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition === etag || condition.trim() === '*') return true;
  return condition.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
