import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding, encodeBody, isWorthEncoding } from './encodings.ts';

/** Media types of text. Pictures and fonts are compressed by their own formats. */
const textType = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/;

/**
 * Returns the body of a response in the encoding that a client accepts, and the headers to add. Attacks on compressed
 * secrets (BREACH) do not apply: no response contains a secret that its visitor has not sent in the address.
 */
export async function compressBody(
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  accepted: string | undefined,
): Promise<{ added: OutgoingHttpHeaders; body: Buffer }> {
  // A response with a validator stays as it is, because the validator identifies these bytes.
  const isFixed = headers['content-encoding'] !== undefined || headers.etag !== undefined;
  if (isFixed || !textType.test(String(headers['content-type'])) || !isWorthEncoding(body)) return { added: {}, body };
  const encoding = chooseEncoding(accepted);
  const encoded = await encodeBody(body, encoding);
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { added: { ...coding, vary: 'accept-encoding', 'content-length': encoded.length }, body: encoded };
}

/** Compresses the text responses of the application. The page cache compresses its own. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const accepted = request.headers['accept-encoding'];
    const { added, body } = await compressBody(reply.getHeaders(), Buffer.from(payload), accepted?.toString());
    reply.headers(added);
    return body;
  });
}
