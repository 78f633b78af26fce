import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { contentChangeChannel, findNextScheduledChanges } from '../../api/content/next-due.ts';

/** The database that announces changes, and the time zone whose midnight starts a new `day`. */
export interface ChangeSource {
  config: pg.ClientConfig;
  timeZone: string;
}

export interface ChangeEvents {
  /** Every change is announced from now on. */
  onSubscribed(): void;
  /** Content with these cache tags has changed, or has just become due; `*` stands for all tags. */
  onChange(tags: readonly string[]): void;
  /** Changes may be missed until `onSubscribed`. */
  onLost(reason: unknown): void;
}

/** Milliseconds after which a query without an answer means that the connection is lost. */
const queryTimeout = 2_000;
/** Milliseconds between queries while nothing happens; a connection can be lost without being closed. */
const heartbeat = 2_000;
/** Milliseconds until a lost connection is opened again. */
const retryPauses = { first: 50, longest: 5_000 };

/** Subscribes on one connection until it is lost or no longer needed; then throws. */
async function subscribeOnce({ config, timeZone }: ChangeSource, events: ChangeEvents, stopping: AbortSignal) {
  const client = new pg.Client({
    ...config,
    application_name: 'site-announcements',
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeout,
  });
  const lost = new AbortController();
  const loseConnection = (reason: unknown) => lost.abort(reason);
  client.on('error', loseConnection);
  client.on('end', () => loseConnection(new Error('The connection for announcements was closed')));
  const signal = AbortSignal.any([lost.signal, stopping]);

  const greeting = randomUUID();
  let isGreeted = false;
  let woken = new AbortController();
  client.on('notification', ({ payload = '' }) => {
    if (payload === greeting) isGreeted = true;
    // The greetings of other servers change nothing.
    else if (!payload.includes('-')) events.onChange([payload]);
    woken.abort();
  });
  try {
    await client.connect();
    await client.query(`listen ${contentChangeChannel}`);
    let { asked: since } = await findNextScheduledChanges(client, null, timeZone);
    // The subscription counts once an announcement of our own has arrived.
    await client.query('select pg_notify($1, $2)', [contentChangeChannel, greeting]);
    for (let pause = 0; ; ) {
      await sleep(pause, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
      signal.throwIfAborted();
      woken = new AbortController();
      const { asked, waits } = await findNextScheduledChanges(client, since, timeZone);
      since = asked;
      const due = waits.filter(({ wait }) => wait <= 0).map(({ type }) => type);
      if (due.length > 0) events.onChange(due);
      if (isGreeted) {
        isGreeted = false;
        events.onSubscribed();
      }
      // The moment that has passed may hide a later one of the same type.
      pause = due.length > 0 ? 0 : Math.min(heartbeat, ...waits.map(({ wait }) => Math.ceil(wait) + 1));
    }
  } finally {
    // Not awaited: a silent connection would never end.
    client.end().catch(() => undefined);
    if (!stopping.aborted) client.connection.stream.destroy();
  }
}

/** Subscribes to the changes of content on a connection of its own, which is opened again whenever it is lost. */
export function subscribeToChanges(source: ChangeSource, events: ChangeEvents): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    let pause = retryPauses.first;
    const onSubscribed = () => {
      pause = retryPauses.first;
      events.onSubscribed();
    };
    while (!signal.aborted) {
      await subscribeOnce(source, { ...events, onSubscribed }, signal).catch((error: unknown) => {
        if (!signal.aborted) events.onLost(error);
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, retryPauses.longest);
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
