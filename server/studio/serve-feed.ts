import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../../api/context.ts';
import { createRateLimiters } from '../../api/limit-rates.ts';
import { feedPath, renderFeed } from '../../api/messages/index.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';

const feedQuery = z.object({ key: z.string().regex(/^[\w-]{1,100}$/) });

/** Serves the calendar feeds of advisers to calendar programs, which have a secret address and no session. */
export function serveFeed(app: FastifyInstance, ctx: ApiContext): void {
  const limits = createRateLimiters(ctx);
  app.get(feedPath, { schema: { hide: true } }, async (request, reply) => {
    await limits('feed', { address: request.ip, actor: null });
    const calendar = await renderFeed(ctx, feedQuery.safeParse(request.query).data?.key ?? '');
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', cachePolicies.never)
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(calendar);
  });
}
