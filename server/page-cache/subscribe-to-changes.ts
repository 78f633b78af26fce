import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { contentChangeChannel, findNextScheduledChanges } from '../../api/content/import-export/scheduled-changes.ts';
import { type BackgroundJob, repeatWork } from '../process/repeat-work.ts';

/** The database that announces changes, and the time zone whose midnight starts a new `day`. */
export interface ChangeSource {
  config: pg.ClientConfig;
  getTimeZone: () => string;
}

export interface ChangeEvents {
  /** Called when every change is announced from now on. */
  onSubscribed(): void;
  /**
   * Called when content with these tags has changed or a scheduled change has taken effect; `*` stands for all tags.
   */
  onChange(tags: readonly string[]): void;
  /** Called when changes may be missed until the next `onSubscribed`. */
  onLost(reason: unknown): void;
}

export interface SubscriptionLimits {
  /** Milliseconds after which a query without a response means that the connection is lost. */
  queryTimeout: number;
  /** Milliseconds between queries of an idle subscription, because a connection can be lost without being closed. */
  heartbeat: number;
}

const defaultLimits: SubscriptionLimits = { queryTimeout: 2_000, heartbeat: 2_000 };
/** Milliseconds before a lost connection is opened again. */
const retryPauses = { first: 50, longest: 5_000 };

/** Subscribes on one connection. Never resolves: throws when the connection is lost or `stopping` aborts. */
async function subscribeOnce(
  { config, getTimeZone }: ChangeSource,
  events: ChangeEvents,
  limits: SubscriptionLimits,
  stopping: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    ...config,
    application_name: 'site-announcements',
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: limits.queryTimeout,
  });
  const lost = new AbortController();
  const loseConnection = (reason: unknown) => lost.abort(reason);
  client.on('error', loseConnection);
  client.on('end', () => loseConnection(new Error('The connection for announcements was closed')));
  const signal = AbortSignal.any([lost.signal, stopping]);

  const probe = randomUUID();
  let isProbeBack = false;
  let wakeUp = new AbortController();
  client.on('notification', ({ payload = '' }) => {
    if (payload === probe) isProbeBack = true;
    // An announcement with a hyphen is another server's test of its own subscription, not a tag.
    else if (!payload.includes('-')) events.onChange([payload]);
    wakeUp.abort();
  });
  try {
    await client.connect();
    await client.query(`listen ${contentChangeChannel}`);
    let { asked: since } = await findNextScheduledChanges(client, null, getTimeZone());
    // The subscription is complete when this test announcement has come back.
    await client.query('select pg_notify($1, $2)', [contentChangeChannel, probe]);
    for (let pause = 0; ; ) {
      await sleep(pause, undefined, { signal: AbortSignal.any([signal, wakeUp.signal]) }).catch(() => undefined);
      signal.throwIfAborted();
      wakeUp = new AbortController();
      const { asked, waits } = await findNextScheduledChanges(client, since, getTimeZone());
      since = asked;
      const due = waits.filter(({ wait }) => wait <= 0).map(({ type }) => type);
      if (due.length > 0) events.onChange(due);
      if (isProbeBack) {
        isProbeBack = false;
        events.onSubscribed();
      }
      // After a scheduled change, the next query finds a later one of the same type.
      pause = due.length > 0 ? 0 : Math.min(limits.heartbeat, ...waits.map(({ wait }) => Math.ceil(wait) + 1));
    }
  } finally {
    // Not awaited, because a silent connection would never end.
    client.end().catch(() => undefined);
    if (!stopping.aborted) client.connection.stream.destroy();
  }
}

/** Subscribes to the changes of content on a separate connection, which is opened again whenever it is lost. */
export function subscribeToChanges(source: ChangeSource, events: ChangeEvents, limits = defaultLimits): BackgroundJob {
  let pause = retryPauses.first;
  const onSubscribed = () => {
    pause = retryPauses.first;
    events.onSubscribed();
  };
  return repeatWork(async (signal) => {
    await subscribeOnce(source, { ...events, onSubscribed }, limits, signal).catch((error: unknown) => {
      if (!signal.aborted) events.onLost(error);
    });
    const current = pause;
    pause = Math.min(2 * pause, retryPauses.longest);
    return current;
  });
}
