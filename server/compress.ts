import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding, encode, isWorthEncoding } from './page-cache/encodings.ts';

/** What is text; pictures and fonts are compressed as they are. */
const textType = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/;

/**
 * The body of an answer in the encoding that its asker likes best, and the headers that say so. Nobody is told a secret
 * that the address they asked for does not name, so the size of an answer betrays none.
 */
export async function encodeAnswer(
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  accepted: string | undefined,
): Promise<{ added: OutgoingHttpHeaders; body: Buffer }> {
  // A validator that is there already names the bytes as they are.
  const isFixed = headers['content-encoding'] !== undefined || headers.etag !== undefined;
  if (isFixed || !textType.test(String(headers['content-type'])) || !isWorthEncoding(body)) return { added: {}, body };
  const encoding = chooseEncoding(accepted);
  const encoded = await encode(body, encoding);
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { added: { ...coding, vary: 'accept-encoding', 'content-length': encoded.length }, body: encoded };
}

/** Compresses the texts that are made for one asker; what is kept for all is compressed by `page-cache.ts`. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const accepted = request.headers['accept-encoding'];
    const { added, body } = await encodeAnswer(reply.getHeaders(), Buffer.from(payload), accepted?.toString());
    reply.headers(added);
    return body;
  });
}
