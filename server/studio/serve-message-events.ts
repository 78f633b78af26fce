import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { readMessageNews } from '../../api/messages/inbox/count-messages.ts';
import { requireActor } from '../../api/people/sessions.ts';
import { messageEventLimits, messageEventsPath } from '../../contract/studio/message-events.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import { createEventStreams } from './event-streams.ts';

/** Serves the event stream by which the Studio's frame learns of new and changed messages. */
export function serveMessageEvents(app: FastifyInstance, ctx: ApiContext): void {
  /** An id of a stream begins with the session, because a session has several pages. */
  const getSession = (id: string) => id.slice(0, 36);
  const streams = createEventStreams(app, {
    failure: 'the pages of the Studio were not told of messages',
    read: async (ids) => {
      const news = await readMessageNews(ctx, [...new Set(ids.map(getSession))]);
      return new Map(ids.flatMap((id) => (news.has(getSession(id)) ? [[id, news.get(getSession(id))] as const] : [])));
    },
  });
  app.get(messageEventsPath, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const actor = requireActor(await getStudioCaller(ctx, request, reply));
    if (!hasPermission(actor.role, 'read-messages')) throw new ApiError('forbidden', 'Your role does not permit this.');
    const open = streams.ids();
    const own = open.filter((id) => getSession(id) === actor.sessionId);
    if (own.length >= messageEventLimits.perSession || open.length >= messageEventLimits.total)
      throw new ApiError('too_many_requests', 'Too many pages are open at the same time. Close some of them.');
    return streams.open(`${actor.sessionId} ${randomUUID()}`, reply);
  });
  refuseOtherMethods(app, messageEventsPath, ['GET']);
}
