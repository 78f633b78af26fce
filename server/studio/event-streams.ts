import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { presenceEnd } from '../../contract/studio/presence.ts';

/** Milliseconds between two queries, while pages of this server are open. */
const interval = 3_000;
/** Milliseconds after which a browser opens a lost stream again. */
const retry = 10_000;

interface EventSource {
  /** What the log says if the data cannot be read. A failure is only logged, because nothing depends on the events. */
  failure: string;
  /** Returns the data of each stream by its id. A stream without data has ended, because its session has ended. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Called when a page has closed its stream. */
  leave?(id: string): Promise<void>;
}

/** Streams of server-sent events (HTML standard, section 9.2). One query every three seconds serves all of a server. */
export interface EventStreams {
  ids(): readonly string[];
  /** Answers a request with the stream of an id. */
  open(id: string, reply: FastifyReply): FastifyReply;
}

/** Creates the streams of one kind of events. A stream gets its data at once, and again whenever the data change. */
export function createEventStreams(app: FastifyInstance, { failure, read, leave }: EventSource): EventStreams {
  const streams = new Map<string, { stream: PassThrough; told: string }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const asked = [...streams.keys()];
    if (asked.length === 0) return;
    try {
      const found = await read(asked);
      for (const id of asked) {
        const open = streams.get(id);
        if (!open) continue;
        const data = found.get(id);
        const text = JSON.stringify(data);
        if (data === undefined) open.stream.end(`event: ${presenceEnd}\ndata:\n\n`);
        // A comment keeps proxies from closing a connection on which nothing happens.
        else open.stream.write(text === open.told ? ':\n\n' : `data: ${text}\n\n`);
        open.told = text;
      }
    } catch (error) {
      app.log.warn({ err: error }, failure);
    }
  }

  /** Tells every page again, unless the query of the last interval still waits for a slow database. */
  async function refreshUnlessBusy(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    await refresh();
    isBusy = false;
  }

  async function close(id: string): Promise<void> {
    streams.delete(id);
    if (streams.size === 0) clearInterval(timer);
    if (!leave) return;
    await leave(id).catch(() => undefined);
    await refresh();
  }

  app.addHook('preClose', async () => {
    for (const { stream } of streams.values()) stream.end();
  });
  return {
    ids: () => [...streams.keys()],
    open: (id, reply) => {
      const stream = new PassThrough();
      if (streams.size === 0) timer = setInterval(() => void refreshUnlessBusy(), interval);
      streams.set(id, { stream, told: '' });
      // Fastify destroys the stream when the browser closes the connection.
      stream.once('close', () => void close(id));
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
  };
}
