import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { parseId } from '../../api/db/parse-id.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { enterEntry, leaveEntry } from '../../api/people/presences/enter.ts';
import { refreshPresences } from '../../api/people/presences/refresh.ts';
import { requireActor } from '../../api/people/sessions/require-actor.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { presenceEnd, presencePath } from '../../contract/studio/presence.ts';

/** Milliseconds between two queries, while pages of this server show entries. */
const interval = 3_000;
/** Milliseconds after which a browser opens a lost stream again. */
const retry = 10_000;

/**
 * Serves the event stream by which a page that shows an entry learns who else has the entry open. One statement every
 * three seconds confirms all pages of this server and finds those of other servers.
 */
export function servePresence(app: FastifyInstance, ctx: ApiContext): void {
  const streams = new Map<string, PassThrough>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isBusy = false;

  /** Tells every page who else has its entry open. A failure is only logged, because presence only informs. */
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
      app.log.warn({ err: error }, 'the pages of the Studio were not told who else has an entry open');
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
    await leaveEntry(ctx, id).catch(() => undefined);
    await refresh();
  }

  app.get<{ Params: { id: string } }>(
    presencePath,
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const actor = requireActor(await getStudioCaller(ctx, request, reply));
      const entryId = parseId(request.params.id);
      if (entryId === null) throw new ApiError('not_found', 'There is no such entry.');
      const id = await enterEntry(ctx, entryId, actor);
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
    },
  );
  refuseOtherMethods(app, presencePath, ['GET']);
  app.addHook('preClose', async () => {
    for (const stream of streams.values()) stream.end();
  });
}
