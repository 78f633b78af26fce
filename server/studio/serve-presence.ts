import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { parseId } from '../../api/db/parse-id.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { enterPage, leavePage, type PresenceSubject } from '../../api/people/presences/enter.ts';
import { refreshPresences } from '../../api/people/presences/refresh.ts';
import { requireActor } from '../../api/people/sessions/require-actor.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { hasPermission, type Permission } from '../../contract/studio/permissions.ts';
import { presenceEnd, presencePaths } from '../../contract/studio/presence.ts';

/** Milliseconds between two queries, while pages of this server are open. */
const interval = 3_000;
/** Milliseconds after which a browser opens a lost stream again. */
const retry = 10_000;

/**
 * Serves the event stream by which a page that shows an entry or a message learns who else has it open. One statement
 * every three seconds confirms all pages of this server and finds those of other servers.
 */
export function servePresence(app: FastifyInstance, ctx: ApiContext): void {
  const streams = new Map<string, PassThrough>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isBusy = false;

  /** Tells every page who else shows the same. A failure is only logged, because presence only informs. */
  async function refresh(): Promise<void> {
    const asked = [...streams.keys()];
    if (asked.length === 0) return;
    try {
      const found = await refreshPresences(ctx, asked);
      for (const id of asked) {
        const others = found.get(id);
        if (others) streams.get(id)?.write(`data: ${JSON.stringify(others)}\n\n`);
        else streams.get(id)?.end(`event: ${presenceEnd}\ndata:\n\n`);
      }
    } catch (error) {
      app.log.warn({ err: error }, 'the pages of the Studio were not told who else shows the same');
    }
  }

  /** Tells every page again, unless the query of the last interval still waits for a slow database. */
  async function refreshUnlessBusy(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    await refresh();
    isBusy = false;
  }

  /** Ends a presence whose page closed its stream, and tells the other pages. */
  async function leave(id: string): Promise<void> {
    streams.delete(id);
    if (streams.size === 0) clearInterval(timer);
    // A presence that is not removed expires.
    await leavePage(ctx, id).catch(() => undefined);
    await refresh();
  }

  async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Permission,
    subject: PresenceSubject,
  ) {
    const actor = requireActor(await getStudioCaller(ctx, request, reply));
    if (!hasPermission(actor.role, permission)) throw new ApiError('forbidden', 'Your role does not permit this.');
    const id = await enterPage(ctx, subject, actor);
    const stream = new PassThrough();
    if (streams.size === 0) timer = setInterval(() => void refreshUnlessBusy(), interval);
    streams.set(id, stream);
    // Fastify destroys the stream when the browser closes the connection.
    stream.once('close', () => void leave(id));
    stream.write(`retry: ${retry}\n\n`);
    void refresh();
    return (
      reply
        .header('cache-control', cachePolicies.never)
        // Keeps nginx from buffering the events.
        .header('x-accel-buffering', 'no')
        .type('text/event-stream')
        .send(stream)
    );
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
  app.addHook('preClose', async () => {
    for (const stream of streams.values()) stream.end();
  });
}
