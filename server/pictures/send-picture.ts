import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachePolicy, cachePolicies } from '../../contract/http/cache-policies.ts';
import { matchesEtag } from '../http/etag.ts';

interface SentPicture {
  /** A strong validator of the picture's bytes (RFC 9110, section 8.8.1). */
  etag: string;
  type: string;
  read: () => Buffer | Promise<Buffer>;
  policy?: CachePolicy | undefined;
}

/** Pictures that are being sent, by validator, with the number of clients. */
const sending = new Map<string, { bytes: Promise<Buffer>; clients: number }>();

/** Reads a picture once for all clients that receive it at the same time, so that slow readers share one copy. */
function readShared(reply: FastifyReply, etag: string, read: SentPicture['read']): Promise<Buffer> {
  const shared = sending.get(etag) ?? { bytes: Promise.resolve().then(read), clients: 0 };
  sending.set(etag, shared);
  shared.clients++;
  const end = () => {
    shared.clients--;
    if (shared.clients === 0 && sending.get(etag) === shared) sending.delete(etag);
  };
  // For a client that has left already, `close` is not emitted again.
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  // After a failure, the next request reads the picture again.
  shared.bytes.catch(() => sending.get(etag) === shared && sending.delete(etag));
  return shared.bytes;
}

/** Sends a picture that editors can change, or 304 if the client has it (RFC 9110, section 13.1.2). */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, type, read, policy = 'public' }: SentPicture,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': cachePolicies[policy] });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(await readShared(reply, etag, read));
}
