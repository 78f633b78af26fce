import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachePolicy, cachePolicies } from '../contract/cache-policies.ts';
import { matches } from './page-cache/answer.ts';

interface SentPicture {
  /** A strong validator of its bytes (RFC 9110, section 8.8.1). */
  etag: string;
  type: string;
  read: () => Buffer | Promise<Buffer>;
  policy?: CachePolicy | undefined;
}

/** Answers with a picture of what an editor may change, or 304 to whoever has it (RFC 9110, section 13.1.2). */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, type, read, policy = 'public' }: SentPicture,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': cachePolicies[policy] });
  if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(await read());
}
