import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { parseId } from '../../api/db/parse-id.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { enterPage, leavePage, type PresenceSubject, refreshPresences } from '../../api/people/presences.ts';
import { requireActor } from '../../api/people/sessions.ts';
import { hasPermission, type Permission } from '../../contract/studio/permissions.ts';
import { presencePaths } from '../../contract/studio/presence.ts';
import { createEventStreams } from './event-streams.ts';

/**
 * Serves the event stream by which a page that shows an entry or a message learns who else has it open. Each query
 * confirms all pages of this server and finds those of other servers. A presence that is not removed expires.
 */
export function servePresence(app: FastifyInstance, ctx: ApiContext): void {
  const streams = createEventStreams(app, {
    failure: 'the pages of the Studio were not told who else shows the same',
    read: (ids) => refreshPresences(ctx, ids),
    leave: (id) => leavePage(ctx, id),
  });

  async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Permission,
    subject: PresenceSubject,
  ) {
    const actor = requireActor(await getStudioCaller(ctx, request, reply));
    if (!hasPermission(actor.role, permission)) throw new ApiError('forbidden', 'Your role does not permit this.');
    return streams.open(await enterPage(ctx, subject, actor), reply);
  }

  const options = { schema: { hide: true }, exposeHeadRoute: false };
  app.get<{ Params: { id: string } }>(presencePaths.entry, options, async (request, reply) =>
    // No entry has the id 0.
    openStream(request, reply, 'read-content', { entryId: parseId(request.params.id) ?? 0 }),
  );
  app.get<{ Params: { reference: string }; Querystring: { writing?: string } }>(
    presencePaths.message,
    options,
    async (request, reply) => {
      const { params, query } = request;
      const subject = { reference: params.reference, isWriting: query.writing !== undefined };
      return openStream(request, reply, 'read-messages', subject);
    },
  );
  for (const path of Object.values(presencePaths)) refuseOtherMethods(app, path, ['GET']);
}
